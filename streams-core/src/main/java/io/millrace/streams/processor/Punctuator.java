package io.millrace.streams.processor;

/**
 * Called at intervals, between records, by the thread that processes the task.
 */
@FunctionalInterface
public interface Punctuator {

	/**
	 * Does what is due.
	 * @param timestamp the time that made it due, in milliseconds since the epoch: stream
	 * time or the machine's time, as it was scheduled
	 */
	void punctuate(long timestamp);

}
