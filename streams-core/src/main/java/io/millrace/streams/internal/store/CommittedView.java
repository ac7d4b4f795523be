package io.millrace.streams.internal.store;

import java.util.List;

import io.millrace.streams.KeyValue;
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

	private final CommittedContent content;

	CommittedView(CommittedContent content) {
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
		this.content.checkOpen();
		byte[] found = this.content.engine.get(name(), this.content.keyBytes(key));
		return (found != null) ? result(this.content.value(found), this.content.timestamp(found)) : null;
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
		return iterator(this.content.scan(range.from(), range.to(), reverse));
	}

	@Override
	public final long approximateNumEntries() {
		this.content.checkOpen();
		return this.content.engine.approximateEntries(name());
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
