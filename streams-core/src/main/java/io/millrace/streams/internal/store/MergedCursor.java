package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Walks a snapshot of an overlay and one of the engine as one, the overlay's entries in
 * place of the engine's, deleted ones left out. Both are as they were when it was made,
 * so another thread may be given it to walk.
 */
final class MergedCursor implements StoredCursor {

	private final StoreSerdes serdes;

	private final OverlaySnapshot written;

	private final EngineCursor committed;

	private final boolean reverse;

	private final int end;

	private int index;

	private boolean started;

	private boolean hasCommitted;

	private byte[] keyBytes = OverlayEntry.NO_BYTES;

	private @Nullable Object key;

	private @Nullable Object value;

	private long timestamp;

	MergedCursor(StoreSerdes serdes, OverlaySnapshot written, EngineCursor committed, boolean reverse) {
		this.serdes = serdes;
		this.written = written;
		this.committed = committed;
		this.reverse = reverse;
		this.index = reverse ? written.count() - 1 : 0;
		this.end = reverse ? -1 : written.count();
	}

	@Override
	public boolean next() {
		if (!this.started) {
			this.started = true;
			this.hasCommitted = this.committed.next();
		}
		while (this.index != this.end || this.hasCommitted) {
			int order = order();
			if (order > 0) {
				byte[] content = this.committed.value();
				this.keyBytes = this.committed.key();
				this.key = null;
				this.value = this.serdes.storedOf(content);
				this.timestamp = this.serdes.timestampOf(content);
				this.hasCommitted = this.committed.next();
				return true;
			}
			if (order == 0) {
				this.hasCommitted = this.committed.next();
			}
			int current = this.index;
			this.index += this.reverse ? -1 : 1;
			if (this.written.value(current) != null) {
				this.keyBytes = this.written.keyBytes(current);
				this.key = this.written.key(current);
				this.value = this.written.value(current);
				this.timestamp = this.written.timestamp(current);
				return true;
			}
		}
		return false;
	}

	/**
	 * Which entry is next: below zero, the overlay's; above, the engine's; zero, both
	 * have the key.
	 */
	private int order() {
		if (!this.hasCommitted) {
			return -1;
		}
		if (this.index == this.end) {
			return 1;
		}
		int order = Arrays.compareUnsigned(this.written.keyBytes(this.index), this.committed.key());
		return this.reverse ? -order : order;
	}

	@Override
	public byte[] keyBytes() {
		return this.keyBytes;
	}

	@Override
	public Object key() {
		return (this.key != null) ? this.key : this.serdes.key(this.keyBytes);
	}

	@Override
	public @Nullable Object value() {
		return this.serdes.value(this.value);
	}

	/**
	 * The value as {@link StoreSerdes#stored} makes it.
	 */
	@Nullable Object stored() {
		return this.value;
	}

	@Override
	public long timestamp() {
		return this.timestamp;
	}

	@Override
	public void close() {
		this.committed.close();
	}

}
