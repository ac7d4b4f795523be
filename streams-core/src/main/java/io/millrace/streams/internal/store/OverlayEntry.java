package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One key written since the last commit, or looked up and perhaps written next. Made by
 * {@link Overlay}.
 */
final class OverlayEntry {

	static final byte[] NO_BYTES = {};

	int hash;

	/** The key itself, where keys are compared as objects. */
	@Nullable Object key;

	byte[] keyBytes = NO_BYTES;

	/** Of a window store: where the window starts; part of the key. */
	long windowStart;

	/** Of a window store: where the window ends; part of the key. */
	long windowEnd;

	/** Of a window store: the key with its window, once somebody asked for it. */
	@Nullable Windowed<Object> windowed;

	/** The value as {@link StoreSerdes#stored} makes it; null if there is none. */
	@Nullable Object value;

	long timestamp;

	/** The value as it was sent to the changelog, for the engine to keep. */
	byte @Nullable [] serialized;

	/** Whether the overlay has it; otherwise it only was looked up. */
	boolean written;

	/**
	 * Whether the value is known to be what the engine has, until something is written.
	 */
	boolean loaded;

	/** Whether a change of the row is held back; the fields below mean nothing else. */
	boolean held;

	/** The value before the first change that is held, in the form of {@link #value}. */
	@Nullable Object heldBefore;

	/** The headers of the record that changed the row last. */
	@Nullable Headers heldHeaders;

	/** Where that record is from; null if it was no record. */
	@Nullable TopicPartition heldPartition;

	/** The offset of that record. */
	long heldOffset;

	@Nullable OverlayEntry next;

	/** In {@link RowsByKey}: the row of the same key before this one in time. */
	@Nullable OverlayEntry earlier;

	/** In {@link RowsByKey}: the latest row of another key in the same bucket. */
	@Nullable OverlayEntry nextKey;

	/** In {@link RowsByKey}: the hash of the key without the window. */
	int keyHash;

	/**
	 * Leaves {@link RowsByKey}.
	 */
	void unlink() {
		this.earlier = null;
		this.nextKey = null;
	}

	/**
	 * Nothing is held.
	 */
	void unhold() {
		this.held = false;
		this.heldBefore = null;
		this.heldHeaders = null;
		this.heldPartition = null;
	}

}
