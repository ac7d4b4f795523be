package io.millrace.streams.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Has records wait in every kind of buffer, as a process of its own, so that tests can
 * kill it. Everything waits for an hour at least, by the time of the records.
 */
final class BuffersProcess {

	static final Duration GRACE = Duration.ofHours(1);

	static final Duration LIMIT = Duration.ofHours(2);

	private BuffersProcess() {
	}

	public static void main(String[] args) throws IOException {
		Properties settings = new Properties();
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		settings.put(StreamsConfig.STATE_DIR_CONFIG, args[1]);
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "buffers");
		settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		settings.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), "3000");
		KafkaStreams streams = new KafkaStreams(topology(), settings);
		streams.setStateListener((newState, oldState) -> System.out.println("state: " + newState));
		streams.start();
		while (System.in.read() >= 0) {
			continue;
		}
		System.out.println("closed in time: " + streams.close(Duration.ofSeconds(30)));
		System.exit(0);
	}

	private static Topology topology() {
		StreamsBuilder builder = new StreamsBuilder();
		KStream<String, String> records = builder.stream("in");
		KStream<String, String> others = builder.stream("other");
		KGroupedStream<String, String> groups = records.groupByKey();
		show(groups.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(10), GRACE))
			.count(Materialized.as("windows"))
			.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()).withName("until-closed")), "suppressed");
		show(groups.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMinutes(1), GRACE))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count(Materialized.as("sessions")), "closed");
		records.toTable(Named.as("latest"), Materialized.as("latest"))
			.suppress(Suppressed.<String>untilTimeLimit(LIMIT, BufferConfig.unbounded()).withName("limited"))
			.toStream()
			.to("limited");
		records
			.leftJoin(others, (one, other) -> one + "," + other,
					JoinWindows.ofTimeDifferenceAndGrace(Duration.ofSeconds(2), GRACE), StreamJoined.as("joined"))
			.to("joined");
		KTable<String, String> versions = others.toTable(Named.as("versions"),
				Materialized.as(Stores.persistentVersionedKeyValueStore("versions", LIMIT)));
		records
			.leftJoin(versions, (one, other) -> one + "," + other,
					Joined.<String, String, String>as("waiting").withGracePeriod(GRACE))
			.to("waited");
		return builder.build();
	}

	private static void show(KTable<Windowed<String>, Long> table, String topic) {
		table.toStream((key, value) -> key.key() + "@" + key.window().start() + "-" + key.window().end())
			.mapValues((count) -> count.toString())
			.to(topic);
	}

}
