package io.millrace.streams.processor;

/**
 * The means to stop a scheduled punctuation.
 */
public interface Cancellable {

	/**
	 * Stops it: the callback isn't called again. Does nothing the second time. To be
	 * called by the thread that processes the task, from within the callback also.
	 */
	void cancel();

}
