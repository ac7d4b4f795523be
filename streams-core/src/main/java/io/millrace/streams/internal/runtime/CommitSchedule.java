package io.millrace.streams.internal.runtime;

/**
 * Says when a commit is due, and when processing may go on after a failure. Pure: all
 * times are handed in. One a thread.
 */
final class CommitSchedule {

	private static final int INTERVALS_LEFT = 5;

	private static final long MOST_LEFT_MILLIS = 1_000;

	private final long intervalMillis;

	private final long maxUncommittedBytes;

	private final long timeoutMillis;

	/** Transactions have a timeout, which is set with the interval in mind. */
	private final long mostLeftMillis;

	private long dueAt;

	private long failingSince = -1;

	private long suspendedUntil = Long.MIN_VALUE;

	CommitSchedule(RuntimeSettings settings, long now) {
		this.intervalMillis = settings.commitIntervalMillis();
		this.mostLeftMillis = Math.max(this.intervalMillis,
				Math.min(INTERVALS_LEFT * this.intervalMillis, MOST_LEFT_MILLIS));
		this.maxUncommittedBytes = settings.maxUncommittedBytes();
		this.timeoutMillis = settings.taskTimeoutMillis();
		this.dueAt = now + this.intervalMillis;
	}

	/**
	 * Whether to commit now.
	 * @param now milliseconds
	 * @param requested whether a processor asked for it
	 * @param uncommittedBytes what uncommitted writes take
	 */
	boolean due(long now, boolean requested, long uncommittedBytes) {
		return requested || now >= dueAt()
				|| (this.maxUncommittedBytes >= 0 && uncommittedBytes > this.maxUncommittedBytes);
	}

	long dueAt() {
		return this.dueAt;
	}

	/**
	 * A commit succeeded, or there was nothing to commit. The next is due an interval
	 * after this one began. If commits take long, as much time as they take is left for
	 * processing before the next, within bounds: the less would be done the slower the
	 * broker is, otherwise.
	 * @param start when it began, in milliseconds
	 * @param end when it ended, in milliseconds
	 */
	void committed(long start, long end) {
		long left = Math.min(end - start, this.mostLeftMillis);
		this.dueAt = Math.max(start + this.intervalMillis, end + left);
	}

	/**
	 * Something really was committed: the trouble is over.
	 */
	void recovered() {
		this.failingSince = -1;
	}

	/**
	 * A commit, or what led to one, failed.
	 * @param now milliseconds
	 * @param backoffMillis how long to process nothing
	 * @return whether it may be tried again; false once it has failed for too long
	 */
	boolean failed(long now, long backoffMillis) {
		if (this.failingSince < 0) {
			this.failingSince = now;
		}
		this.dueAt = now + this.intervalMillis;
		this.suspendedUntil = now + backoffMillis;
		return now - this.failingSince < this.timeoutMillis;
	}

	/**
	 * Work was undone, to be done in another way at once: that's no trouble, however
	 * often it happens.
	 * @param now milliseconds
	 */
	void undone(long now) {
		this.failingSince = -1;
		this.dueAt = now + this.intervalMillis;
	}

	boolean suspended(long now) {
		return now < this.suspendedUntil;
	}

	void resume() {
		this.suspendedUntil = Long.MIN_VALUE;
	}

}
