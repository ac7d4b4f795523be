package io.millrace.streams.internal.store;

import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Walks an overlay and the engine as one in the order of keys, the overlay's rows in
 * place of the engine's, deleted ones left out. Nothing is copied, so nothing may be
 * written during a walk. One walk at a time; all that it needs is used again. Owned by a
 * store.
 */
final class LiveCursor implements AutoCloseable {

	private final Overlay overlay;

	private final StateEngine engine;

	private final String store;

	private @Nullable EngineCursor committed;

	private boolean hasCommitted;

	private boolean committedIsCurrent;

	private int place;

	private @Nullable OverlayEntry following;

	private @Nullable OverlayEntry current;

	private byte @Nullable [] to;

	LiveCursor(Overlay overlay, StateEngine engine, String store) {
		this.overlay = overlay;
		this.engine = engine;
		this.store = store;
	}

	/**
	 * Starts a walk.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param end the highest key, exclusive; null for no bound
	 */
	void open(byte @Nullable [] from, byte @Nullable [] end) {
		this.to = end;
		this.place = this.overlay.below(from);
		this.current = null;
		this.committedIsCurrent = false;
		EngineCursor cursor = this.engine.scan(this.store, from, end, false, this.committed);
		this.committed = cursor;
		this.hasCommitted = cursor.next();
		follow();
	}

	private void follow() {
		OverlayEntry entry = this.overlay.inOrder(this.place);
		this.following = (entry != null && (this.to == null || Arrays.compareUnsigned(entry.keyBytes, this.to) < 0))
				? entry : null;
	}

	/**
	 * Moves to the next row.
	 * @return whether there is one
	 */
	boolean next() {
		EngineCursor cursor = cursor();
		if (this.committedIsCurrent) {
			this.committedIsCurrent = false;
			this.hasCommitted = cursor.next();
		}
		OverlayEntry entry = this.following;
		while (entry != null) {
			int order = this.hasCommitted ? Arrays.compareUnsigned(entry.keyBytes, cursor.key()) : -1;
			if (order > 0) {
				break;
			}
			if (order == 0) {
				this.hasCommitted = cursor.next();
			}
			this.place++;
			follow();
			if (entry.value != null) {
				this.current = entry;
				return true;
			}
			entry = this.following;
		}
		this.current = null;
		this.committedIsCurrent = this.hasCommitted;
		return this.hasCommitted;
	}

	private EngineCursor cursor() {
		return Objects.requireNonNull(this.committed);
	}

	/**
	 * The current row if it is one of the overlay's.
	 */
	@Nullable OverlayEntry written() {
		return this.current;
	}

	byte[] key() {
		return (this.current != null) ? this.current.keyBytes : cursor().key();
	}

	/**
	 * The content of the current row, which is one of the engine's.
	 */
	byte[] content() {
		return cursor().value();
	}

	@Override
	public void close() {
		this.current = null;
		this.following = null;
		if (this.committed != null) {
			this.committed.close();
		}
	}

}
