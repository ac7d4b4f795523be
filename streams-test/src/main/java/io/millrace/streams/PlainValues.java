package io.millrace.streams;

import java.util.List;
import java.util.function.LongSupplier;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A timestamped store as a test that cares for values alone sees it. What the test writes
 * is stamped with the wall clock.
 */
final class PlainValues<K, V> implements KeyValueStore<K, V> {

	private final TimestampedKeyValueStore<K, V> store;

	private final LongSupplier clock;

	PlainValues(TimestampedKeyValueStore<K, V> store, LongSupplier clock) {
		this.store = store;
		this.clock = clock;
	}

	@Override
	public String name() {
		return this.store.name();
	}

	@Override
	public void init(StateStoreContext context, StateStore root) {
		throw new IllegalStateException("The store " + name() + " is initialised by its task.");
	}

	@Override
	public void close() {
		this.store.close();
	}

	@Override
	public boolean persistent() {
		return this.store.persistent();
	}

	@Override
	public boolean isOpen() {
		return this.store.isOpen();
	}

	@Override
	public <R extends @Nullable Object> QueryResult<R> query(Query<R> query, PositionBound positionBound,
			QueryConfig config) {
		return this.store.query(query, positionBound, config);
	}

	@Override
	public Position getPosition() {
		return this.store.getPosition();
	}

	@Override
	public void put(K key, @Nullable V value) {
		this.store.put(key, stamp(value));
	}

	@Override
	public @Nullable V putIfAbsent(K key, @Nullable V value) {
		return value(this.store.putIfAbsent(key, stamp(value)));
	}

	@Override
	public void putAll(List<KeyValue<K, V>> entries) {
		entries.forEach((entry) -> put(entry.key, entry.value));
	}

	@Override
	public @Nullable V delete(K key) {
		return value(this.store.delete(key));
	}

	@Override
	public @Nullable V get(K key) {
		return value(this.store.get(key));
	}

	@Override
	public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
		return new Values<>(this.store.range(from, to));
	}

	@Override
	public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
		return new Values<>(this.store.reverseRange(from, to));
	}

	@Override
	public KeyValueIterator<K, V> all() {
		return new Values<>(this.store.all());
	}

	@Override
	public KeyValueIterator<K, V> reverseAll() {
		return new Values<>(this.store.reverseAll());
	}

	@Override
	public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
		return new Values<>(this.store.prefixScan(prefix, prefixKeySerializer));
	}

	@Override
	public long approximateNumEntries() {
		return this.store.approximateNumEntries();
	}

	private @Nullable ValueAndTimestamp<V> stamp(@Nullable V value) {
		return (value != null) ? ValueAndTimestamp.make(value, this.clock.getAsLong()) : null;
	}

	private static <V> @Nullable V value(@Nullable ValueAndTimestamp<V> stamped) {
		return (stamped != null) ? stamped.value() : null;
	}

	private record Values<K, V>(KeyValueIterator<K, ValueAndTimestamp<V>> entries) implements KeyValueIterator<K, V> {

		@Override
		public boolean hasNext() {
			return this.entries.hasNext();
		}

		@Override
		public KeyValue<K, V> next() {
			KeyValue<K, ValueAndTimestamp<V>> entry = this.entries.next();
			return KeyValue.pair(entry.key, entry.value.value());
		}

		@Override
		public K peekNextKey() {
			return this.entries.peekNextKey();
		}

		@Override
		public void close() {
			this.entries.close();
		}

	}

}
