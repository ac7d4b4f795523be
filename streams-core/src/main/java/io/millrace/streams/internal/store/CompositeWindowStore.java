package io.millrace.streams.internal.store;

import java.time.Instant;
import java.util.List;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.StateStoreProvider;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a window store that are on this instance, read as one store: a window
 * is looked up in each until one has it, and iterators go through one after the other.
 * The partitions are asked for at each read, so it outlives rebalances. Made by
 * {@link io.millrace.streams.state.QueryableStoreTypes}; thread-safe.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class CompositeWindowStore<K, V extends @Nullable Object> implements ReadOnlyWindowStore<K, V> {

	private final StateStoreProvider provider;

	private final QueryableStoreType<ReadOnlyWindowStore<K, V>> type;

	private final String name;

	private final boolean plainValues;

	private final @Nullable IsolationLevel isolation;

	/**
	 * Makes it.
	 * @param provider knows the partitions
	 * @param type what they are read as
	 * @param name the store's name
	 * @param plainValues whether timestamped stores are read without their timestamps
	 */
	public CompositeWindowStore(StateStoreProvider provider, QueryableStoreType<ReadOnlyWindowStore<K, V>> type,
			String name, boolean plainValues) {
		this(provider, type, name, plainValues, null);
	}

	private CompositeWindowStore(StateStoreProvider provider, QueryableStoreType<ReadOnlyWindowStore<K, V>> type,
			String name, boolean plainValues, @Nullable IsolationLevel isolation) {
		this.provider = provider;
		this.type = type;
		this.name = name;
		this.plainValues = plainValues;
		this.isolation = isolation;
	}

	private List<ReadOnlyWindowStore<K, V>> stores() {
		List<ReadOnlyWindowStore<K, V>> stores = this.provider.stores(this.name, this.type);
		return (this.plainValues || this.isolation != null) ? stores.stream().map(this::asAskedFor).toList() : stores;
	}

	private ReadOnlyWindowStore<K, V> asAskedFor(ReadOnlyWindowStore<K, V> store) {
		ReadOnlyWindowStore<K, V> values = this.plainValues ? plain(store) : store;
		return (this.isolation != null) ? values.readOnly(this.isolation) : values;
	}

	@SuppressWarnings("unchecked")
	private static <K, V extends @Nullable Object> ReadOnlyWindowStore<K, V> plain(ReadOnlyWindowStore<K, V> store) {
		// Generics can't tell what a provider finds under a name.
		return ((Object) store instanceof TimestampedWindowView<?, ?> view) ? (ReadOnlyWindowStore<K, V>) view.values()
				: store;
	}

	@Override
	public ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new CompositeWindowStore<>(this.provider, this.type, this.name, this.plainValues, isolationLevel);
	}

	@Override
	public @Nullable V fetch(K key, long time) {
		for (ReadOnlyWindowStore<K, V> store : stores()) {
			V value = store.fetch(key, time);
			if (value != null) {
				return value;
			}
		}
		return null;
	}

	@Override
	public WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) {
		return ChainedIterator.ofWindows(stores(), (store) -> store.fetch(key, timeFrom, timeTo));
	}

	@Override
	public WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo) {
		return ChainedIterator.ofWindows(stores(), (store) -> store.backwardFetch(key, timeFrom, timeTo));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom,
			Instant timeTo) {
		return ChainedIterator.of(stores(), (store) -> store.fetch(keyFrom, keyTo, timeFrom, timeTo));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom,
			Instant timeTo) {
		return ChainedIterator.of(stores(), (store) -> store.backwardFetch(keyFrom, keyTo, timeFrom, timeTo));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> all() {
		return ChainedIterator.of(stores(), ReadOnlyWindowStore::all);
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardAll() {
		return ChainedIterator.of(stores(), ReadOnlyWindowStore::backwardAll);
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) {
		return ChainedIterator.of(stores(), (store) -> store.fetchAll(timeFrom, timeTo));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo) {
		return ChainedIterator.of(stores(), (store) -> store.backwardFetchAll(timeFrom, timeTo));
	}

}
