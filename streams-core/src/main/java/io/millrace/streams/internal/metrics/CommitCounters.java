package io.millrace.streams.internal.metrics;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one thread committed and aborted. Written by that thread, read by any.
 */
public final class CommitCounters {

	private final AtomicLong commits = new AtomicLong();

	private final AtomicLong aborts = new AtomicLong();

	private final AtomicLong commitNanos = new AtomicLong();

	/**
	 * Counts a commit.
	 * @param nanos how long it took
	 */
	public void committed(long nanos) {
		add(this.commits, 1);
		add(this.commitNanos, nanos);
	}

	/** Counts an abort. */
	public void aborted() {
		add(this.aborts, 1);
	}

	private static void add(AtomicLong counter, long count) {
		counter.setRelease(counter.getPlain() + count);
	}

	public long commits() {
		return this.commits.getAcquire();
	}

	public long aborts() {
		return this.aborts.getAcquire();
	}

	public long commitNanos() {
		return this.commitNanos.getAcquire();
	}

}
