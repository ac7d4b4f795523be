package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Finds versions of a key, those written since the last commit and those of the engine.
 * It stays on what it found. All that it needs for that it uses again, so in steady state
 * nothing is allocated but what the engine and the serdes need. Owned by
 * {@link VersionedTaskStore}.
 */
final class VersionSearch {

	private final VersionedTaskStore store;

	/** Whether the thread that writes the store runs it, so that cursors serve again. */
	private final boolean writer;

	/** Below all versions of a key, which is shorter than a bound between them. */
	private byte[] first = OverlayEntry.NO_BYTES;

	private byte[] low = OverlayEntry.NO_BYTES;

	private byte[] high = OverlayEntry.NO_BYTES;

	/** A value cut from its content, for serdes that keep nothing of it. */
	private byte[] cut = OverlayEntry.NO_BYTES;

	private @Nullable EngineCursor backward;

	private @Nullable EngineCursor forward;

	private @Nullable Object stored;

	private long timestamp = -1;

	VersionSearch(VersionedTaskStore store, boolean writer) {
		this.store = store;
		this.writer = writer;
	}

	/**
	 * Finds the version that is valid at a time, one without a value included.
	 * @return whether there is one
	 */
	boolean at(byte[] key, long time) {
		this.first = VersionLayout.version(key, 0, this.first);
		this.high = VersionLayout.behind(key, time, this.high);
		int place = this.store.overlay.below(this.high) - 1;
		OverlayEntry written = (place >= 0) ? this.store.overlay.inOrder(place) : null;
		boolean found = written != null && VersionLayout.sameKey(written.keyBytes, this.first);
		this.stored = null;
		this.timestamp = -1;
		if (found && written != null) {
			this.stored = written.value;
			this.timestamp = VersionLayout.timeOf(written.keyBytes);
		}
		try (EngineCursor committed = scan(this.first, true, this.backward)) {
			this.backward = this.writer ? committed : null;
			if (committed.next() && (!found || VersionLayout.timeOf(committed.key()) > this.timestamp)) {
				this.stored = storedOf(committed.value());
				this.timestamp = VersionLayout.timeOf(committed.key());
				return true;
			}
		}
		return found;
	}

	/**
	 * The time of the version that follows one.
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	long next(byte[] key, long time) {
		this.low = VersionLayout.behind(key, time, this.low);
		this.high = VersionLayout.behind(key, Long.MAX_VALUE, this.high);
		OverlayEntry written = this.store.overlay.inOrder(this.store.overlay.below(this.low));
		long next = (written != null && VersionLayout.sameKey(written.keyBytes, this.high))
				? VersionLayout.timeOf(written.keyBytes) : -1;
		try (EngineCursor committed = scan(this.low, false, this.forward)) {
			this.forward = this.writer ? committed : null;
			if (committed.next()) {
				long other = VersionLayout.timeOf(committed.key());
				return (next >= 0) ? Math.min(next, other) : other;
			}
		}
		return next;
	}

	private EngineCursor scan(byte[] from, boolean reverse, @Nullable EngineCursor again) {
		return this.store.engine.scan(this.store.name, from, this.high, reverse, again);
	}

	private @Nullable Object storedOf(byte[] content) {
		if (!VersionLayout.hasValue(content)) {
			return null;
		}
		boolean kept = !this.store.serdes.valuesAreObjects();
		byte[] value = VersionLayout.valueOf(content, kept ? OverlayEntry.NO_BYTES : this.cut);
		this.cut = kept ? this.cut : value;
		return this.store.serdes.storedOf(value);
	}

	/**
	 * The value of the version that {@link #at} found, as {@link StoreSerdes#stored}
	 * makes it; null if it has none.
	 */
	@Nullable Object stored() {
		return this.stored;
	}

	/**
	 * The time from which the version that {@link #at} found is valid, -1 if it found
	 * none.
	 */
	long timestamp() {
		return this.timestamp;
	}

}
