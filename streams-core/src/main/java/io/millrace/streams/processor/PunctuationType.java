package io.millrace.streams.processor;

/**
 * The clocks that punctuations can follow.
 */
public enum PunctuationType {

	/**
	 * The highest timestamp of the records seen by the task; stands still without
	 * records.
	 */
	STREAM_TIME,
	/** The time of the machine. */
	WALL_CLOCK_TIME

}
