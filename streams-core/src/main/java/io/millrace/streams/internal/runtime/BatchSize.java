package io.millrace.streams.internal.runtime;

/**
 * How many records a task takes in one go: as many as fit a short while, learnt from the
 * batches before, so that slow processors don't keep the thread from polling and
 * committing, and fast ones don't pay for reading the clock. Pure.
 */
final class BatchSize {

	static final int MAX = 1000;

	static final long AIM_MILLIS = 20;

	private int size = 1;

	int records() {
		return this.size;
	}

	/**
	 * A batch was processed.
	 * @param records how many records it had
	 * @param millis how long it took
	 */
	void observe(int records, long millis) {
		if (millis > AIM_MILLIS) {
			this.size = (int) Math.max(1, Math.min(this.size, records * AIM_MILLIS / millis));
		}
		else if (records >= this.size && millis <= AIM_MILLIS / 2) {
			this.size = Math.min(MAX, this.size * 2);
		}
	}

}
