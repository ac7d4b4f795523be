package io.millrace.streams.benchmarks.workload;

/**
 * What is computed. Each application has its own form of each operation that it offers.
 * Joins will be further constants here, with a second input topic in the settings.
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

	/** Records get another key, go through a repartition topic and are counted. */
	REPARTITION_COUNT,

	/** Nothing but restoring a store that holds the last value of each key. */
	RESTORE

}
