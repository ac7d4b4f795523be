package io.millrace.streams.internal.store;

import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.StateStoreMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of a store, for queries from any thread. Deserialises under the
 * lock that its serdes may need. Made by the task's stores, for the views that they show
 * to queries.
 */
class CommittedContent implements StoreContent {

	final StateEngine engine;

	private final String name;

	private final StoreSerdes serdes;

	private final BooleanSupplier open;

	private final Object serdeLock = new Object();

	CommittedContent(String name, StateEngine engine, StoreSerdes serdes, BooleanSupplier open) {
		this.name = name;
		this.engine = engine;
		this.serdes = serdes;
		this.open = open;
	}

	final void checkOpen() {
		if (!isOpen()) {
			throw new StateStoreMigratedException(
					"Store " + this.name + " was closed, or moved to another instance. Ask for the store again.");
		}
	}

	@Override
	public final String name() {
		return this.name;
	}

	@Override
	public final boolean isOpen() {
		return this.open.getAsBoolean();
	}

	@Override
	public final boolean persistent() {
		return this.engine.persistent();
	}

	/**
	 * Walks the entries between two of the engine's keys as they are now.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, exclusive; null for no bound
	 */
	public final StoredCursor scan(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		checkOpen();
		return new Cursor(this.engine.scan(this.name, from, to, reverse));
	}

	public final byte[] keyBytes(Object key) {
		if (this.serdes.threadSafe()) {
			return this.serdes.keyBytes(key);
		}
		synchronized (this.serdeLock) {
			return this.serdes.keyBytes(key);
		}
	}

	final KeyRange keys(@Nullable Object from, @Nullable Object to) {
		synchronized (this.serdeLock) {
			return KeyRange.inclusive(this.serdes, from, to);
		}
	}

	public final Object key(byte[] keyBytes) {
		if (this.serdes.threadSafe()) {
			return this.serdes.key(keyBytes);
		}
		synchronized (this.serdeLock) {
			return this.serdes.key(keyBytes);
		}
	}

	final @Nullable Object value(byte[] content) {
		if (this.serdes.threadSafe()) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
		synchronized (this.serdeLock) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
	}

	final long timestamp(byte[] content) {
		return this.serdes.timestampOf(content);
	}

	final UnsupportedOperationException readOnly() {
		return new UnsupportedOperationException("Store " + this.name + " can only be read by a query.");
	}

	/**
	 * Walks a snapshot of the engine.
	 */
	private final class Cursor implements StoredCursor {

		private final EngineCursor cursor;

		private Cursor(EngineCursor cursor) {
			this.cursor = cursor;
		}

		@Override
		public boolean next() {
			checkOpen();
			return this.cursor.next();
		}

		@Override
		public byte[] keyBytes() {
			return this.cursor.key();
		}

		@Override
		public Object key() {
			return CommittedContent.this.key(this.cursor.key());
		}

		@Override
		public @Nullable Object value() {
			return CommittedContent.this.value(this.cursor.value());
		}

		@Override
		public long timestamp() {
			return CommittedContent.this.timestamp(this.cursor.value());
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

}
