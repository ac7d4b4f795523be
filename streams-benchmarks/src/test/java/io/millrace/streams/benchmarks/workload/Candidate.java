package io.millrace.streams.benchmarks.workload;

import java.util.Locale;

/**
 * Who runs a workload.
 */
public enum Candidate {

	/** A loop around a consumer and a producer, which does just this workload. */
	HAND_WRITTEN("hand-written"),

	/** Millrace with its defaults. */
	MILLRACE("Millrace"),

	/** Millrace without caches: it emits every update. */
	MILLRACE_UNCACHED("Millrace, no cache"),

	/** Kafka Streams with its defaults. */
	KAFKA_STREAMS("Kafka Streams"),

	/**
	 * Kafka Streams with its defaults but without caches: it emits every update.
	 */
	KAFKA_STREAMS_UNCACHED("Kafka Streams, no cache"),

	/**
	 * Kafka Streams in a streams group, with batches of the size that Millrace's have
	 * and, where there is state on disk, transactional stores.
	 */
	KAFKA_STREAMS_BEST("Kafka Streams, best");

	private final String title;

	Candidate(String title) {
		this.title = title;
	}

	public String title() {
		return this.title;
	}

	/**
	 * The name in settings, topics and reports.
	 */
	public String id() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	public static Candidate of(String id) {
		return valueOf(id.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
	}

	/**
	 * Whether it is a product with other settings than its defaults.
	 */
	public boolean isVariant() {
		return switch (this) {
			case MILLRACE_UNCACHED, KAFKA_STREAMS_UNCACHED, KAFKA_STREAMS_BEST -> true;
			case HAND_WRITTEN, MILLRACE, KAFKA_STREAMS -> false;
		};
	}

	/**
	 * What share of the rows that a workload comes to may be wrong and the run still
	 * counts. With its caches full, Kafka Streams joins some rows of a table with ones
	 * that were overwritten; {@code FullCacheTests} of the test driver's module shows it.
	 */
	public double toleratedShare(Workload workload) {
		boolean full = workload.operation() == Operation.TABLE_TABLE_JOIN
				&& (this == KAFKA_STREAMS || this == KAFKA_STREAMS_BEST);
		return full ? 0.001 : 0;
	}

	/**
	 * Whether this one can run a workload in a way that says something.
	 */
	public boolean runs(Workload workload) {
		return switch (this) {
			case HAND_WRITTEN -> switch (workload.operation()) {
				case PASS_THROUGH, MAP_FILTER, CHAIN, RESTORE -> true;
				case COUNT -> workload.state() == StateKind.MEMORY;
				case TUMBLING_COUNT, HOPPING_COUNT, SLIDING_COUNT, SESSION_COUNT, STREAM_TABLE_JOIN, STREAM_STREAM_JOIN,
						TABLE_TABLE_JOIN, FOREIGN_KEY_JOIN, REPARTITION_COUNT ->
					false;
			};
			case MILLRACE_UNCACHED, KAFKA_STREAMS_UNCACHED -> workload.operation() == Operation.COUNT;
			case MILLRACE, KAFKA_STREAMS, KAFKA_STREAMS_BEST -> true;
		};
	}

}
