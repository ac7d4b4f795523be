package io.millrace.streams.benchmarks.workload;

/**
 * What is computed. Each application has its own form of each operation that it offers.
 * Joins take both sides from the one input: records whose value begins with a digit below
 * five, and the others.
 */
public enum Operation {

	/** Every record goes to the output as it is. */
	PASS_THROUGH,

	/** Every value is changed, a tenth of the records is left out. */
	MAP_FILTER,

	/** Every value is changed by as many operators as the settings say. */
	CHAIN,

	/** The count of records by key goes to the output. */
	COUNT,

	/** The count of records by key and tumbling window goes to the output. */
	TUMBLING_COUNT,

	/** The count by key and hopping window, five of which a record is in. */
	HOPPING_COUNT,

	/** The count by key and sliding window. */
	SLIDING_COUNT,

	/** The count by key and session. */
	SESSION_COUNT,

	/** Every record with the last one of the first side that has its key. */
	STREAM_TABLE_JOIN,

	/** Pairs of records of both sides that have one key and lie within a window. */
	STREAM_STREAM_JOIN,

	/** The last records of both sides by key, as a table. */
	TABLE_TABLE_JOIN,

	/**
	 * The last records of the first side by key, each with the last one of the other side
	 * that has the key which is in its value, as a table.
	 */
	FOREIGN_KEY_JOIN,

	/** Records get another key, go through a repartition topic and are counted. */
	REPARTITION_COUNT,

	/** Nothing but restoring a store that holds the last value of each key. */
	RESTORE

}
