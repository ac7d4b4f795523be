package io.millrace.streams.internal.runtime;

/**
 * Says when a commit is due, and when processing may go on after a failure. Pure: all
 * times are handed in. One a thread.
 */
final class CommitSchedule {

	private final long intervalMillis;

	private final long maxUncommittedBytes;

	private final long timeoutMillis;

	private long lastCommit;

	private long failingSince = -1;

	private long suspendedUntil = Long.MIN_VALUE;

	CommitSchedule(RuntimeSettings settings, long now) {
		this.intervalMillis = settings.commitIntervalMillis();
		this.maxUncommittedBytes = settings.maxUncommittedBytes();
		this.timeoutMillis = settings.taskTimeoutMillis();
		this.lastCommit = now;
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
		return this.lastCommit + this.intervalMillis;
	}

	/**
	 * A commit succeeded, or there was nothing to commit.
	 * @param now milliseconds
	 */
	void committed(long now) {
		this.lastCommit = now;
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
		this.lastCommit = now;
		this.suspendedUntil = now + backoffMillis;
		return now - this.failingSince < this.timeoutMillis;
	}

	boolean suspended(long now) {
		return now < this.suspendedUntil;
	}

	void resume() {
		this.suspendedUntil = Long.MIN_VALUE;
	}

}
