package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Entries of an {@link Overlay} in the order of their keys, as they were when an iterator
 * was asked for. Keys and values in it never change: {@link StoreSerdes} keeps as objects
 * only those that can't.
 */
final class OverlaySnapshot {

	static final OverlaySnapshot EMPTY = new OverlaySnapshot(new OverlayEntry[0], 0, 0);

	private final byte[][] keyBytes;

	private final @Nullable Object[] keys;

	private final @Nullable Object[] values;

	private final long[] timestamps;

	@SuppressWarnings("NullAway")
	OverlaySnapshot(@Nullable OverlayEntry[] sorted, int start, int end) {
		int count = end - start;
		this.keyBytes = new byte[count][];
		this.keys = new Object[count];
		this.values = new Object[count];
		this.timestamps = new long[count];
		for (int i = 0; i < count; i++) {
			OverlayEntry entry = sorted[start + i];
			this.keyBytes[i] = entry.keyBytes;
			this.keys[i] = entry.key;
			this.values[i] = entry.value;
			this.timestamps[i] = entry.timestamp;
		}
	}

	int count() {
		return this.timestamps.length;
	}

	byte[] keyBytes(int index) {
		return this.keyBytes[index];
	}

	@Nullable Object key(int index) {
		return this.keys[index];
	}

	@Nullable Object value(int index) {
		return this.values[index];
	}

	long timestamp(int index) {
		return this.timestamps[index];
	}

}
