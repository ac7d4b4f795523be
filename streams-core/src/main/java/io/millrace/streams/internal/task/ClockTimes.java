package io.millrace.streams.internal.task;

/**
 * The times of window clocks as they were committed, to be asked by the keys under which
 * they were kept. Read by {@link CommitMetadata}.
 */
interface ClockTimes {

	ClockTimes NONE = (key) -> StreamTime.UNKNOWN;

	/**
	 * The time of a clock.
	 * @param key what it was kept under
	 * @return the time, or {@link StreamTime#UNKNOWN} if none was kept
	 */
	long time(String key);

}
