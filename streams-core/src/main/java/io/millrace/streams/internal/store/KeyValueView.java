package io.millrace.streams.internal.store;

import java.util.List;

import io.millrace.streams.KeyValue;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store as queries from any thread see it, with what isn't committed yet or
 * without, as its content is. The two subclasses differ in what a value is: with a
 * timestamp, or alone. Made by {@link KeyValueTaskStore#view}.
 *
 * @param <K> the type of keys
 * @param <R> what users get as values
 */
abstract class KeyValueView<K, R extends @Nullable Object> implements KeyValueStore<K, R>, GlobalRows {

	final KeyValueContent content;

	KeyValueView(KeyValueContent content) {
		this.content = content;
	}

	abstract R result(@Nullable Object value, long timestamp);

	abstract KeyValueIterator<K, R> iterator(EntryCursor cursor);

	@Override
	public final String name() {
		return this.content.name();
	}

	@Override
	public final @Nullable R get(K key) {
		if (key == null) {
			throw new NullPointerException("Store " + name() + " takes no null key.");
		}
		StoredValue found = this.content.get(key);
		return (found != null) ? result(this.content.value(found.stored()), found.timestamp()) : null;
	}

	@Override
	public final @Nullable Object valueOf(Object key) {
		return this.content.valueOf(key);
	}

	@Override
	public final KeyValueIterator<K, R> range(@Nullable K from, @Nullable K to) {
		return scan(this.content.keys(from, to), false);
	}

	@Override
	public final KeyValueIterator<K, R> reverseRange(@Nullable K from, @Nullable K to) {
		return scan(this.content.keys(from, to), true);
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
		return iterator(this.content.scan(range, reverse));
	}

	@Override
	public final long approximateNumEntries() {
		return this.content.approximateEntries();
	}

	@Override
	public final boolean isOpen() {
		return this.content.isOpen();
	}

	@Override
	public final boolean persistent() {
		return this.content.persistent();
	}

	@Override
	public final <Q extends @Nullable Object> QueryResult<Q> query(Query<Q> query, PositionBound positionBound,
			QueryConfig config) {
		return this.content.query(this, query, positionBound, config);
	}

	@Override
	public final Position getPosition() {
		return this.content.position();
	}

	@Override
	public final void put(K key, @Nullable R value) {
		throw this.content.readOnly();
	}

	@Override
	public final @Nullable R putIfAbsent(K key, @Nullable R value) {
		throw this.content.readOnly();
	}

	@Override
	public final void putAll(List<KeyValue<K, R>> entries) {
		throw this.content.readOnly();
	}

	@Override
	public final @Nullable R delete(K key) {
		throw this.content.readOnly();
	}

	@Override
	public final void init(StateStoreContext stateStoreContext, StateStore root) {
		throw this.content.readOnly();
	}

	@Override
	public final void close() {
		throw this.content.readOnly();
	}

}
