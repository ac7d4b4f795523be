package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What was held of entries before a record changed that: the part of an {@link Overlay}'s
 * undo log for {@link OverlayEntry#held} and its companions.
 */
final class HeldUndo {

	private static final int SMALLEST = 16;

	private @Nullable OverlayEntry[] entries = new OverlayEntry[SMALLEST];

	private boolean[] held = new boolean[SMALLEST];

	private @Nullable Object[] befores = new Object[SMALLEST];

	private @Nullable Headers[] headers = new Headers[SMALLEST];

	private @Nullable TopicPartition[] partitions = new TopicPartition[SMALLEST];

	private long[] offsets = new long[SMALLEST];

	private int count;

	private boolean used;

	void log(OverlayEntry entry) {
		if (this.count == this.entries.length) {
			int length = this.count * 2;
			this.entries = Arrays.copyOf(this.entries, length);
			this.held = Arrays.copyOf(this.held, length);
			this.befores = Arrays.copyOf(this.befores, length);
			this.headers = Arrays.copyOf(this.headers, length);
			this.partitions = Arrays.copyOf(this.partitions, length);
			this.offsets = Arrays.copyOf(this.offsets, length);
		}
		this.entries[this.count] = entry;
		this.held[this.count] = entry.held;
		this.befores[this.count] = entry.heldBefore;
		this.headers[this.count] = entry.heldHeaders;
		this.partitions[this.count] = entry.heldPartition;
		this.offsets[this.count] = entry.heldOffset;
		this.count++;
		this.used = true;
	}

	boolean isEmpty() {
		return this.count == 0;
	}

	/**
	 * The entry that {@link #undoLast} would change.
	 */
	@SuppressWarnings("NullAway")
	OverlayEntry last() {
		return this.entries[this.count - 1];
	}

	void undoLast() {
		OverlayEntry entry = last();
		this.count--;
		entry.held = this.held[this.count];
		entry.heldBefore = this.befores[this.count];
		entry.heldHeaders = this.headers[this.count];
		entry.heldPartition = this.partitions[this.count];
		entry.heldOffset = this.offsets[this.count];
	}

	void mark() {
		this.count = 0;
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		if (this.used) {
			// Young arrays, as in the overlay.
			this.entries = new OverlayEntry[SMALLEST];
			this.held = new boolean[SMALLEST];
			this.befores = new Object[SMALLEST];
			this.headers = new Headers[SMALLEST];
			this.partitions = new TopicPartition[SMALLEST];
			this.offsets = new long[SMALLEST];
			this.used = false;
		}
		this.count = 0;
	}

}
