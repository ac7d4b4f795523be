package io.millrace.streams.benchmarks.workload;

/**
 * How keys and timestamps of an input come about.
 */
public enum InputShape {

	/** Each key once, then keys by chance, all equally likely; in order of time. */
	UNIFORM,

	/**
	 * Keys by chance, the n-th one n times less likely than the first; in order of time.
	 */
	ZIPF,

	/**
	 * As {@link #UNIFORM}, but every twentieth record is late: half of these within the
	 * grace period, half after it.
	 */
	LATE

}
