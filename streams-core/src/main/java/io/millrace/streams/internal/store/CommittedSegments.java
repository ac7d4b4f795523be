package io.millrace.streams.internal.store;

import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.StateStoreMigratedException;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of a window or session store, for queries from any thread. Made
 * by {@link SegmentTaskStore#committedView}.
 */
final class CommittedSegments implements SegmentSource {

	private final String name;

	private final StateEngine engine;

	private final SegmentLayout layout;

	private final StoreSerdes serdes;

	private final BooleanSupplier open;

	private final Object serdeLock = new Object();

	CommittedSegments(String name, StateEngine engine, SegmentLayout layout, StoreSerdes serdes, BooleanSupplier open) {
		this.name = name;
		this.engine = engine;
		this.layout = layout;
		this.serdes = serdes;
		this.open = open;
	}

	private void checkOpen() {
		if (!isOpen()) {
			throw new StateStoreMigratedException(
					"Store " + this.name + " was closed, or moved to another instance. Ask for the store again.");
		}
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public SegmentLayout layout() {
		return this.layout;
	}

	@Override
	public long streamTime() {
		checkOpen();
		return SegmentTaskStore.Memory.of(this.engine, this.name).streamTime();
	}

	/**
	 * Looks up what the engine has for a key and window that hasn't expired.
	 */
	byte @Nullable [] find(Object key, long start, long end) {
		if (this.layout.time(start, end) < this.layout.earliest(streamTime())) {
			return null;
		}
		int sequence = this.layout.duplicates() ? SegmentTaskStore.Memory.of(this.engine, this.name).sequence() : 0;
		return this.engine.get(this.name, this.layout.engineKey(keyBytes(key), start, end, sequence));
	}

	@Override
	public StoredCursor scan(byte[] from, byte[] to, boolean reverse) {
		checkOpen();
		return new Cursor(this.engine.scan(this.name, from, to, reverse));
	}

	@Override
	public byte[] keyBytes(Object key) {
		if (this.serdes.threadSafe()) {
			return this.serdes.keyBytes(key);
		}
		synchronized (this.serdeLock) {
			return this.serdes.keyBytes(key);
		}
	}

	@Override
	public Object key(byte[] keyBytes) {
		if (this.serdes.threadSafe()) {
			return this.serdes.key(keyBytes);
		}
		synchronized (this.serdeLock) {
			return this.serdes.key(keyBytes);
		}
	}

	@Nullable Object value(byte[] content) {
		if (this.serdes.threadSafe()) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
		synchronized (this.serdeLock) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
	}

	long timestamp(byte[] content) {
		return this.serdes.timestampOf(content);
	}

	@Override
	public boolean isOpen() {
		return this.open.getAsBoolean();
	}

	@Override
	public boolean persistent() {
		return this.engine.persistent();
	}

	UnsupportedOperationException readOnly() {
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
			return CommittedSegments.this.key(this.cursor.key());
		}

		@Override
		public @Nullable Object value() {
			return CommittedSegments.this.value(this.cursor.value());
		}

		@Override
		public long timestamp() {
			return CommittedSegments.this.timestamp(this.cursor.value());
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

}
