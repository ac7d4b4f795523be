package io.millrace.streams.internal.store;

import java.util.List;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What processors see of a {@link KeyValueTaskStore}. The two subclasses differ in what a
 * value is: with a timestamp, or alone.
 *
 * @param <K> the type of keys
 * @param <R> what users take for a value
 */
abstract class KeyValueFacade<K, R extends @Nullable Object> extends TaskOwnedStore
		implements KeyValueStore<K, R>, ByteRows {

	final KeyValueTaskStore store;

	KeyValueFacade(KeyValueTaskStore store) {
		super(store);
		this.store = store;
	}

	/**
	 * What users get for an entry.
	 */
	abstract @Nullable R read(OverlayEntry entry);

	/**
	 * Writes what users gave.
	 */
	abstract void write(OverlayEntry entry, @Nullable R value);

	abstract KeyValueIterator<K, R> iterator(EntryCursor cursor);

	@Override
	public final @Nullable R get(K key) {
		return read(this.store.find(requireKey(key)));
	}

	@Override
	public final void put(K key, @Nullable R value) {
		write(this.store.locate(requireKey(key)), value);
	}

	@Override
	public final @Nullable R putIfAbsent(K key, @Nullable R value) {
		OverlayEntry entry = this.store.find(requireKey(key));
		R old = read(entry);
		if (old == null && value != null) {
			write(entry, value);
		}
		return old;
	}

	@Override
	public final void putAll(List<KeyValue<K, R>> entries) {
		for (KeyValue<K, R> entry : entries) {
			put(entry.key, entry.value);
		}
	}

	@Override
	public final @Nullable R delete(K key) {
		OverlayEntry entry = this.store.find(requireKey(key));
		R old = read(entry);
		if (old != null) {
			write(entry, null);
		}
		return old;
	}

	@Override
	public final byte @Nullable [] bytes(byte[] key) {
		return this.store.bytes(key);
	}

	@Override
	public final void write(byte[] key, byte @Nullable [] value, long timestamp) {
		this.store.write(key, value, this.store.serdes().timestamped() ? timestamp : this.store.recordTimestamp());
	}

	@Override
	public final void collect(byte[] from, byte[] to, FoundRows rows) {
		this.store.collect(from, to, rows);
	}

	@Override
	public final KeyValueIterator<K, R> range(@Nullable K from, @Nullable K to) {
		return scan(KeyRange.inclusive(this.store.serdes(), from, to), false);
	}

	@Override
	public final KeyValueIterator<K, R> reverseRange(@Nullable K from, @Nullable K to) {
		return scan(KeyRange.inclusive(this.store.serdes(), from, to), true);
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
		return iterator(this.store.scan(range.from(), range.to(), reverse));
	}

	@Override
	public final long approximateNumEntries() {
		return this.store.approximateEntries(this.store.written());
	}

	@Override
	@SuppressWarnings("unchecked")
	public final ReadOnlyKeyValueStore<K, R> readOnly(IsolationLevel isolationLevel) {
		return (isolationLevel == IsolationLevel.READ_COMMITTED)
				? (ReadOnlyKeyValueStore<K, R>) this.store.committedView(this.store::isOpen) : this;
	}

	@Override
	public final long approximateNumUncommittedBytes() {
		return this.store.uncommittedBytes();
	}

}
