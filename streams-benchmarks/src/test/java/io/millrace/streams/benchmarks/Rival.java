package io.millrace.streams.benchmarks;

import java.util.List;

/**
 * What is compared. Each runs the same topology in a JVM of its own.
 */
enum Rival {

	/** Millrace on RocksDB, as it is by default. */
	MILLRACE("Millrace", MillraceLatest.class, List.of()),

	/** Kafka Streams with exactly once and its other defaults. */
	KAFKA_STREAMS("Kafka Streams", KafkaStreamsLatest.class, List.of("false")),

	/** Kafka Streams with exactly once and transactional stores. */
	KAFKA_STREAMS_TRANSACTIONAL("Kafka Streams, transactional stores", KafkaStreamsLatest.class, List.of("true"));

	private final String title;

	private final Class<?> main;

	private final List<String> arguments;

	Rival(String title, Class<?> main, List<String> arguments) {
		this.title = title;
		this.main = main;
		this.arguments = arguments;
	}

	String title() {
		return this.title;
	}

	Class<?> main() {
		return this.main;
	}

	List<String> arguments() {
		return this.arguments;
	}

	String id() {
		return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
	}

}
