package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Walks the versions of one key in the order of time or against it, those without a value
 * included: what was written since the last commit and what the engine has, where the
 * former replaces the latter. A snapshot of both. Opened by {@link VersionedTaskStore},
 * walked by whoever reads.
 */
final class VersionWalk implements AutoCloseable {

	private final StoreSerdes serdes;

	private final OverlaySnapshot written;

	private final EngineCursor committed;

	private final boolean descending;

	private final long horizon;

	private int nextWritten;

	private boolean nextCommitted;

	private boolean begun;

	/** Whether there's a version behind the current one; known if it goes on in time. */
	private boolean ahead;

	private @Nullable Object aheadStored;

	private long aheadTimestamp;

	private @Nullable Object stored;

	private long timestamp;

	private long validTo = -1;

	/**
	 * Begins a walk.
	 * @param written versions of the key since the last commit
	 * @param committed those of the engine, in the order of the walk
	 * @param horizon the time at which the store's history begins
	 */
	VersionWalk(StoreSerdes serdes, OverlaySnapshot written, EngineCursor committed, boolean descending, long horizon) {
		this.serdes = serdes;
		this.written = written;
		this.committed = committed;
		this.descending = descending;
		this.horizon = horizon;
		this.nextWritten = descending ? written.count() - 1 : 0;
		this.nextCommitted = committed.next();
	}

	boolean descending() {
		return this.descending;
	}

	/**
	 * The time at which the store's history begins.
	 */
	long horizon() {
		return this.horizon;
	}

	/**
	 * Moves to the next version.
	 * @return whether there is one
	 */
	boolean next() {
		if (this.descending || !this.begun) {
			this.ahead = lookAhead();
		}
		if (!this.ahead) {
			return false;
		}
		this.validTo = (this.descending && this.begun) ? this.timestamp : -1;
		this.begun = true;
		this.stored = this.aheadStored;
		this.timestamp = this.aheadTimestamp;
		if (!this.descending) {
			this.ahead = lookAhead();
			this.validTo = this.ahead ? this.aheadTimestamp : -1;
		}
		return true;
	}

	private boolean lookAhead() {
		boolean anyWritten = this.nextWritten >= 0 && this.nextWritten < this.written.count();
		if (!anyWritten && !this.nextCommitted) {
			return false;
		}
		int order = !anyWritten ? 1 : this.nextCommitted ? compare() : -1;
		if (order <= 0) {
			this.aheadStored = this.written.value(this.nextWritten);
			this.aheadTimestamp = VersionLayout.timeOf(this.written.keyBytes(this.nextWritten));
			this.nextWritten += this.descending ? -1 : 1;
		}
		else {
			byte[] value = VersionLayout.valueOf(this.committed.value());
			this.aheadStored = (value != null) ? this.serdes.storedOf(value) : null;
			this.aheadTimestamp = VersionLayout.timeOf(this.committed.key());
		}
		if (order >= 0) {
			this.nextCommitted = this.committed.next();
		}
		return true;
	}

	private int compare() {
		int order = Long.compare(VersionLayout.timeOf(this.written.keyBytes(this.nextWritten)),
				VersionLayout.timeOf(this.committed.key()));
		return this.descending ? -order : order;
	}

	/**
	 * The value of the current version as {@link StoreSerdes#stored} makes it; null if it
	 * has none.
	 */
	@Nullable Object stored() {
		return this.stored;
	}

	/**
	 * The time from which the current version is valid.
	 */
	long timestamp() {
		return this.timestamp;
	}

	/**
	 * The time from which the current version is no longer valid, -1 if it is the latest.
	 */
	long validTo() {
		return this.validTo;
	}

	@Override
	public void close() {
		this.committed.close();
	}

}
