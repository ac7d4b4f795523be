package io.millrace.streams.programs;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.KeyValue;
import io.millrace.streams.StoreQueryParameters;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * An application with a store of each kind, that reads a topic named after it and writes
 * to another, and that {@link MovingIT} runs as it is and as its twin.
 */
public final class MovingProgram implements AutoCloseable {

	private static final Duration MINUTE = Duration.ofMinutes(1);

	/**
	 * Nothing is ever late: Kafka Streams forgets over a restart how far time had got, so
	 * that it takes what it would have dropped before, and Millrace doesn't.
	 */
	private static final Duration GRACE = Duration.ofMinutes(10);

	private static final Duration RETENTION = Duration.ofDays(2);

	private final KafkaStreams streams;

	/**
	 * Starts it.
	 * @param settings its settings
	 */
	public MovingProgram(Properties settings) {
		this.streams = new KafkaStreams(topology(settings.getProperty("application.id")), settings);
		this.streams.start();
	}

	private static Topology topology(String id) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("plain"), Serdes.String(), Serdes.String()));
		builder.addStateStore(Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("versions", RETENTION), Serdes.String(), Serdes.String()));
		KStream<String, String> in = builder.stream(id + "-in");
		KGroupedStream<String, String> groups = in.groupByKey(Grouped.as("groups"));
		KTable<String, Long> counts = groups
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts"));
		counts.toStream().mapValues(String::valueOf).to(id + "-out");
		groups.windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, GRACE))
			.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("windows").withRetention(RETENTION));
		groups.windowedBy(SessionWindows.ofInactivityGapAndGrace(MINUTE, GRACE))
			.count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("sessions").withRetention(RETENTION));
		KTable<String, Long> letters = in.groupBy((key, value) -> value.substring(0, 1), Grouped.as("first"))
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("letters"));
		KTable<String, String> rows = in.toTable(Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("rows"));
		rows.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value), Grouped.as("by-letter"))
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("rows-by-letter"));
		rows.join(counts, (value, count) -> value + "|" + count,
				Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("joined"));
		rows.leftJoin(letters, (value) -> value.substring(0, 1), (value, count) -> value + "|" + count,
				TableJoined.as("references"),
				Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("referring"));
		in.process(Remember::new, "plain", "versions").to(id + "-out");
		return builder.build();
	}

	/**
	 * Whether it works.
	 * @return true if it does
	 */
	public boolean running() {
		return this.streams.state() == KafkaStreams.State.RUNNING;
	}

	/**
	 * What its stores hold, as text.
	 * @return the entries of all stores
	 */
	public Map<String, String> contents() {
		Map<String, String> contents = new TreeMap<>();
		read("plain", QueryableStoreTypes.<String, String>keyValueStore()).all()
			.forEachRemaining((entry) -> contents.put("plain " + entry.key, entry.value));
		for (String name : new String[] { "rows", "joined" }) {
			read(name, QueryableStoreTypes.<String, String>timestampedKeyValueStore()).all()
				.forEachRemaining((entry) -> contents.put(name + " " + entry.key, entry.value.toString()));
		}
		// Of answers from another partition, the order decides which has the last word on
		// the time.
		read("referring", QueryableStoreTypes.<String, String>timestampedKeyValueStore()).all()
			.forEachRemaining((entry) -> contents.put("referring " + entry.key, entry.value.value()));
		for (String name : new String[] { "counts", "letters", "rows-by-letter" }) {
			read(name, QueryableStoreTypes.<String, Long>timestampedKeyValueStore()).all()
				.forEachRemaining((entry) -> contents.put(name + " " + entry.key, entry.value.toString()));
		}
		read("windows", QueryableStoreTypes.<String, Long>timestampedWindowStore()).all()
			.forEachRemaining((entry) -> contents.put("windows " + entry.key, entry.value.toString()));
		try (KeyValueIterator<?, Long> sessions = read("sessions", QueryableStoreTypes.<String, Long>sessionStore())
			.fetch(null, null)) {
			sessions.forEachRemaining((entry) -> contents.put("sessions " + entry.key, entry.value.toString()));
		}
		return contents;
	}

	private <T> T read(String name, QueryableStoreType<T> type) {
		return this.streams.store(StoreQueryParameters.fromNameAndType(name, type));
	}

	@Override
	public void close() {
		this.streams.close(Duration.ofSeconds(30));
	}

	/**
	 * Keeps the last value, forgets it for some inputs, and tells what it knew before and
	 * some time ago.
	 */
	private static final class Remember implements Processor<String, String, String, String> {

		private ProcessorContext<String, String> context;

		private KeyValueStore<String, String> plain;

		private VersionedKeyValueStore<String, String> versions;

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.context = context;
			this.plain = context.getStateStore("plain");
			this.versions = context.getStateStore("versions");
		}

		@Override
		public void process(Record<String, String> input) {
			String key = input.key();
			String value = input.value().startsWith("d") ? null : input.value();
			String before = this.plain.get(key);
			VersionedRecord<String> ago = this.versions.get(key, Math.max(0, input.timestamp() - 30_000));
			VersionedRecord<String> latest = this.versions.get(key);
			this.plain.put(key, value);
			this.versions.put(key, value, input.timestamp());
			this.context
				.forward(input.withValue("before " + before + ", ago " + text(ago) + ", latest " + text(latest)));
		}

		private static String text(VersionedRecord<String> version) {
			return Objects.isNull(version) ? "nothing" : version.value() + "@" + version.timestamp();
		}

	}

}
