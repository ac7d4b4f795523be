package io.millrace.streams.benchmarks;

import java.util.Locale;

/**
 * What grows in the part on growth.
 */
enum Growth {

	/** The number of keys, in memory and on disk. */
	KEYS,

	/** The number of partitions of the input, which is the number of tasks. */
	TASKS,

	/** The number of operators between input and output. */
	OPERATORS,

	/** No cost per record, but the time it takes to start with many partitions. */
	START;

	static Growth of(String id) {
		return valueOf(id.trim().toUpperCase(Locale.ROOT));
	}

}
