package io.millrace.streams.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Counts words as a process of its own, so that tests can stop and kill it. Says on
 * standard output when it runs; stops in good order when standard input ends.
 */
final class WordCountProcess {

	static final String RUNNING = "state: RUNNING";

	static final String CLOSED = "closed in time: true";

	private WordCountProcess() {
	}

	public static void main(String[] args) throws IOException {
		Properties settings = new Properties();
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, args[1]);
		settings.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), "3000");
		// The output has to tell every count.
		settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
		KafkaStreams streams = new KafkaStreams(topology(args[2], args[3]), settings);
		streams.setStateListener((newState, oldState) -> System.out.println("state: " + newState));
		streams.start();
		while (System.in.read() >= 0) {
			continue;
		}
		System.out.println("closed in time: " + streams.close(Duration.ofSeconds(30)));
		System.exit(0);
	}

	private static Topology topology(String input, String output) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(input, Consumed.with(Serdes.String(), Serdes.String()))
			.groupBy((key, word) -> word, Grouped.with("by-word", Serdes.String(), Serdes.String()))
			.count(Materialized.as("counts"))
			.toStream()
			.to(output, Produced.with(Serdes.String(), Serdes.Long()));
		return builder.build();
	}

}
