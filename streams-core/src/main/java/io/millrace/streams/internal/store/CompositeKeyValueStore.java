package io.millrace.streams.internal.store;

import java.util.List;
import java.util.function.Function;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.StateStoreProvider;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a key-value store that are on this instance, read as one store: a key
 * is looked up in each until one has it, and iterators go through one after the other.
 * The partitions are asked for at each read, so it outlives rebalances. Made by
 * {@link io.millrace.streams.state.QueryableStoreTypes}; thread-safe.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class CompositeKeyValueStore<K, V extends @Nullable Object> implements ReadOnlyKeyValueStore<K, V> {

	private final StateStoreProvider provider;

	private final QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type;

	private final String name;

	private final boolean plainValues;

	private final @Nullable IsolationLevel isolation;

	private CompositeKeyValueStore(StateStoreProvider provider, QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type,
			String name, boolean plainValues, @Nullable IsolationLevel isolation) {
		this.provider = provider;
		this.type = type;
		this.name = name;
		this.plainValues = plainValues;
		this.isolation = isolation;
	}

	public static <K, V extends @Nullable Object> ReadOnlyKeyValueStore<K, V> of(StateStoreProvider provider,
			QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String name) {
		return new CompositeKeyValueStore<>(provider, type, name, false, null);
	}

	/**
	 * As {@link #of}, and reads timestamped stores without their timestamps.
	 */
	public static <K, V> ReadOnlyKeyValueStore<K, V> ofPlainValues(StateStoreProvider provider,
			QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String name) {
		return new CompositeKeyValueStore<>(provider, type, name, true, null);
	}

	private List<ReadOnlyKeyValueStore<K, V>> stores() {
		List<ReadOnlyKeyValueStore<K, V>> stores = this.provider.stores(this.name, this.type);
		return (this.plainValues || this.isolation != null) ? stores.stream().map(this::asAskedFor).toList() : stores;
	}

	private ReadOnlyKeyValueStore<K, V> asAskedFor(ReadOnlyKeyValueStore<K, V> store) {
		ReadOnlyKeyValueStore<K, V> values = this.plainValues ? plain(store) : store;
		return (this.isolation != null) ? values.readOnly(this.isolation) : values;
	}

	@SuppressWarnings("unchecked")
	private static <K, V extends @Nullable Object> ReadOnlyKeyValueStore<K, V> plain(
			ReadOnlyKeyValueStore<K, V> store) {
		// Generics can't tell what a provider finds under a name.
		return ((Object) store instanceof TimestampedKeyValueView<?, ?> view)
				? (ReadOnlyKeyValueStore<K, V>) view.values() : store;
	}

	@Override
	public @Nullable V get(K key) {
		if (key == null) {
			throw new NullPointerException("Store " + this.name + " takes no null key.");
		}
		for (ReadOnlyKeyValueStore<K, V> store : stores()) {
			V value = store.get(key);
			if (value != null) {
				return value;
			}
		}
		return null;
	}

	@Override
	public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
		return each((store) -> store.range(from, to));
	}

	@Override
	public KeyValueIterator<K, V> reverseRange(@Nullable K from, @Nullable K to) {
		return each((store) -> store.reverseRange(from, to));
	}

	@Override
	public KeyValueIterator<K, V> all() {
		return each(ReadOnlyKeyValueStore::all);
	}

	@Override
	public KeyValueIterator<K, V> reverseAll() {
		return each(ReadOnlyKeyValueStore::reverseAll);
	}

	@Override
	public <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P prefix, PS prefixKeySerializer) {
		return each((store) -> store.prefixScan(prefix, prefixKeySerializer));
	}

	@Override
	public long approximateNumEntries() {
		long sum = 0;
		for (ReadOnlyKeyValueStore<K, V> store : stores()) {
			sum += store.approximateNumEntries();
		}
		return sum;
	}

	@Override
	public ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new CompositeKeyValueStore<>(this.provider, this.type, this.name, this.plainValues, isolationLevel);
	}

	private KeyValueIterator<K, V> each(Function<ReadOnlyKeyValueStore<K, V>, KeyValueIterator<K, V>> read) {
		return ChainedIterator.of(stores(), read);
	}

}
