package io.millrace.streams.internal.runtime;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether what a member holds may be shown, or whether the group may have given
 * its tasks to others without the member's knowing: after the process was frozen, or
 * while it hears nothing of the coordinator. It has to hear several answers then before
 * it's trusted again: the first may have been on its way before, the next may be the one
 * that tells of the loss. Asked by the processing thread in each round and by every
 * query. Thread-safe.
 */
final class Freshness {

	/**
	 * By the broker's defaults a session lasts nine of them. Nothing makes the broker
	 * keep to that: with a session as short as these, what is shown could be another's
	 * already.
	 */
	private static final int SILENT_INTERVALS = 5;

	private static final int ANSWERS = 3;

	private long answers = -1;

	private long answeredAt;

	private long needed;

	/**
	 * Looks at the coordinator's answers.
	 * @param nanos the time now, of a clock that goes on while the process is frozen
	 * @param answersNow how many heartbeats were answered so far
	 * @param intervalMillis the interval of heartbeats; 0 if it isn't known yet
	 * @return whether the member may show what it holds
	 */
	synchronized boolean observe(long nanos, long answersNow, long intervalMillis) {
		if (intervalMillis <= 0 || answersNow < 0) {
			// It hasn't been given anything yet.
			return true;
		}
		if (this.answers < 0) {
			this.answers = answersNow;
			this.answeredAt = nanos;
			return true;
		}
		long limit = TimeUnit.MILLISECONDS.toNanos(SILENT_INTERVALS * intervalMillis);
		if (nanos - this.answeredAt > limit) {
			// If nobody looked for long, the answers are there, and more than needed.
			this.needed = this.answers + ANSWERS;
		}
		if (answersNow > this.answers) {
			this.answers = answersNow;
			this.answeredAt = nanos;
		}
		return this.answers >= this.needed && nanos - this.answeredAt <= limit;
	}

}
