package io.millrace.streams.internal.task;

import java.util.BitSet;

/**
 * Numbers the results that operators give while a record is processed, but that are due
 * to records before it: those of windows that it closes, or that it drives out of a
 * buffer. If one fails, the record isn't to blame. The result alone is passed over, if
 * that is the policy, and the record is processed once more without it. Processing it
 * again gives the same results in the same order, so a number says which. Owned by
 * {@link TaskContext}, asked by {@link UnitOfWork}.
 */
final class DueResults {

	private static final int NONE = -1;

	private final BitSet passedOver = new BitSet();

	private int next;

	private int failed = NONE;

	private long timestamp;

	/**
	 * Whether the next result is to be given.
	 */
	boolean next() {
		return !this.passedOver.get(this.next++);
	}

	/**
	 * The number of that result.
	 */
	int number() {
		return this.next - 1;
	}

	/**
	 * A result failed, or one that was given because of it.
	 * @param resultTimestamp its timestamp
	 */
	void failed(int number, long resultTimestamp) {
		if (this.failed == NONE) {
			this.failed = number;
			this.timestamp = resultTimestamp;
		}
	}

	/**
	 * Whether it was a result that failed, not the record itself.
	 */
	boolean failed() {
		return this.failed != NONE;
	}

	/**
	 * The timestamp of the result that failed.
	 */
	long timestamp() {
		return this.timestamp;
	}

	/**
	 * The record is processed once more without the result that failed.
	 */
	void again() {
		// What was passed over and has a higher number came of the result that failed
		// now, so it won't come again, and its number will be that of another.
		this.passedOver.clear(this.failed, Math.max(this.failed, this.passedOver.length()));
		this.passedOver.set(this.failed);
		restart();
	}

	/**
	 * A record is through or given up, or the next is begun.
	 */
	void end() {
		if (this.next > 0 || !this.passedOver.isEmpty()) {
			this.passedOver.clear();
			restart();
		}
	}

	private void restart() {
		this.next = 0;
		this.failed = NONE;
	}

}
