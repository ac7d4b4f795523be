package io.millrace.streams.internal.task;

/**
 * How long nothing has come to a task: a clock in milliseconds that windows are closed by
 * which fall silent. It stands still while nobody knows whether records wait at the
 * broker. A runtime that can find that out {@link #drive drives} it; otherwise it is the
 * wall clock. For the task's thread only.
 */
public final class Silence {

	/** Nobody wants to know. */
	public static final long UNWATCHED = Long.MAX_VALUE;

	private long now;

	private long busyAt = Long.MIN_VALUE;

	private long watchedMillis = UNWATCHED;

	private boolean driven;

	private boolean idle;

	private boolean broken;

	void wallClock(long wallClock) {
		if (!this.driven) {
			this.now = wallClock;
		}
	}

	void watch(long millis) {
		this.watchedMillis = Math.min(this.watchedMillis, millis);
	}

	/**
	 * A round of processing is over.
	 * @param any whether there was a record
	 * @param drained whether none is left, here or at the broker as far as is known
	 */
	void processed(boolean any, boolean drained) {
		this.idle = drained;
		this.broken |= any || !drained;
		if (!drained) {
			this.busyAt = this.now;
		}
	}

	/**
	 * The time of the clock.
	 */
	long now() {
		return this.now;
	}

	/**
	 * When records last waited for the task, or may have waited at the broker.
	 */
	long busyAt() {
		return this.busyAt;
	}

	/**
	 * The shortest silence that closes windows of the task.
	 * @return milliseconds, {@link #UNWATCHED} if none does
	 */
	public long watchedMillis() {
		return this.watchedMillis;
	}

	/**
	 * Has the clock stand still from now on, but for {@link #advance}.
	 */
	public void drive() {
		this.driven = true;
	}

	/**
	 * Moves the clock on.
	 * @param millis for how long nothing is known to have come, and wasn't told before
	 */
	public void advance(long millis) {
		this.now += millis;
	}

	/**
	 * Whether no record waits, as far as is known.
	 * @return true if so, as of the last round
	 */
	public boolean idle() {
		return this.idle;
	}

	/**
	 * Whether silence was broken since the last call.
	 * @return true if records came or waited
	 */
	public boolean takeBroken() {
		boolean result = this.broken;
		this.broken = false;
		return result;
	}

}
