package io.millrace.streams.internal.store;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.millrace.streams.KeyValue;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of a key-value store, for queries from any thread. The two
 * subclasses differ in what a value is: with a timestamp, or alone. Made by
 * {@link KeyValueTaskStore#committedView}.
 *
 * @param <K> the type of keys
 * @param <R> what users get as values
 */
abstract class CommittedView<K, R extends @Nullable Object> implements KeyValueStore<K, R> {

	private final String name;

	private final StateEngine engine;

	private final StoreSerdes serdes;

	private final BooleanSupplier open;

	private final Object serdeLock = new Object();

	CommittedView(String name, StateEngine engine, StoreSerdes serdes, BooleanSupplier open) {
		this.name = name;
		this.engine = engine;
		this.serdes = serdes;
		this.open = open;
	}

	abstract R result(@Nullable Object value, long timestamp);

	abstract KeyValueIterator<K, R> iterator(EntryCursor cursor);

	private void checkOpen() {
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
	public final @Nullable R get(K key) {
		if (key == null) {
			throw new NullPointerException("Store " + this.name + " takes no null key.");
		}
		checkOpen();
		byte[] content = this.engine.get(this.name, keyBytes(key));
		return (content != null) ? result(value(content), this.serdes.timestampOf(content)) : null;
	}

	private byte[] keyBytes(Object key) {
		if (this.serdes.threadSafe()) {
			return this.serdes.keyBytes(key);
		}
		synchronized (this.serdeLock) {
			return this.serdes.keyBytes(key);
		}
	}

	private Object key(byte[] bytes) {
		if (this.serdes.threadSafe()) {
			return this.serdes.key(bytes);
		}
		synchronized (this.serdeLock) {
			return this.serdes.key(bytes);
		}
	}

	private @Nullable Object value(byte[] content) {
		if (this.serdes.threadSafe()) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
		synchronized (this.serdeLock) {
			return this.serdes.value(this.serdes.storedOf(content));
		}
	}

	@Override
	public final KeyValueIterator<K, R> range(@Nullable K from, @Nullable K to) {
		return scan(keys(from, to), false);
	}

	@Override
	public final KeyValueIterator<K, R> reverseRange(@Nullable K from, @Nullable K to) {
		return scan(keys(from, to), true);
	}

	private KeyRange keys(@Nullable K from, @Nullable K to) {
		synchronized (this.serdeLock) {
			return KeyRange.inclusive(this.serdes, from, to);
		}
	}

	@Override
	public final KeyValueIterator<K, R> all() {
		return scan(KeyRange.ALL, false);
	}

	@Override
	public final KeyValueIterator<K, R> reverseAll() {
		return scan(KeyRange.ALL, true);
	}

	@Override
	public final <PS extends Serializer<P>, P> KeyValueIterator<K, R> prefixScan(P prefix, PS prefixKeySerializer) {
		return scan(KeyRange.prefix(prefix, prefixKeySerializer), false);
	}

	private KeyValueIterator<K, R> scan(KeyRange range, boolean reverse) {
		checkOpen();
		return iterator(new CommittedCursor(this.engine.scan(this.name, range.from(), range.to(), reverse)));
	}

	@Override
	public final long approximateNumEntries() {
		checkOpen();
		return this.engine.approximateEntries(this.name);
	}

	@Override
	public final boolean isOpen() {
		return this.open.getAsBoolean();
	}

	@Override
	public final boolean persistent() {
		return this.engine.persistent();
	}

	@Override
	public final void put(K key, @Nullable R value) {
		throw readOnly();
	}

	@Override
	public final @Nullable R putIfAbsent(K key, @Nullable R value) {
		throw readOnly();
	}

	@Override
	public final void putAll(List<KeyValue<K, R>> entries) {
		throw readOnly();
	}

	@Override
	public final @Nullable R delete(K key) {
		throw readOnly();
	}

	@Override
	public final void init(StateStoreContext stateStoreContext, StateStore root) {
		throw readOnly();
	}

	@Override
	public final void close() {
		throw readOnly();
	}

	private UnsupportedOperationException readOnly() {
		return new UnsupportedOperationException("Store " + this.name + " can only be read by a query.");
	}

	/**
	 * Walks a snapshot of the engine; deserialises under the lock that its serdes may
	 * need.
	 */
	private final class CommittedCursor implements EntryCursor {

		private final EngineCursor cursor;

		private CommittedCursor(EngineCursor cursor) {
			this.cursor = cursor;
		}

		@Override
		public boolean next() {
			checkOpen();
			return this.cursor.next();
		}

		@Override
		public Object key() {
			return CommittedView.this.key(this.cursor.key());
		}

		@Override
		public @Nullable Object value() {
			return CommittedView.this.value(this.cursor.value());
		}

		@Override
		public long timestamp() {
			return CommittedView.this.serdes.timestampOf(this.cursor.value());
		}

		@Override
		public void close() {
			this.cursor.close();
		}

	}

}
