package io.millrace.streams.internal.store;

import java.time.Instant;
import java.util.List;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.ReadOnlySessionStore;
import io.millrace.streams.state.StateStoreProvider;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a session store that are on this instance, read as one store: a
 * session is looked up in each until one has it, and iterators go through one after the
 * other. The partitions are asked for at each read, so it outlives rebalances. Made by
 * {@link io.millrace.streams.state.QueryableStoreTypes}; thread-safe.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
public final class CompositeSessionStore<K, V extends @Nullable Object> implements ReadOnlySessionStore<K, V> {

	private final StateStoreProvider provider;

	private final QueryableStoreType<ReadOnlySessionStore<K, V>> type;

	private final String name;

	private final @Nullable IsolationLevel isolation;

	/**
	 * Makes it.
	 * @param provider knows the partitions
	 * @param type what they are read as
	 * @param name the store's name
	 */
	public CompositeSessionStore(StateStoreProvider provider, QueryableStoreType<ReadOnlySessionStore<K, V>> type,
			String name) {
		this(provider, type, name, null);
	}

	private CompositeSessionStore(StateStoreProvider provider, QueryableStoreType<ReadOnlySessionStore<K, V>> type,
			String name, @Nullable IsolationLevel isolation) {
		this.provider = provider;
		this.type = type;
		this.name = name;
		this.isolation = isolation;
	}

	private List<ReadOnlySessionStore<K, V>> stores() {
		List<ReadOnlySessionStore<K, V>> stores = this.provider.stores(this.name, this.type);
		IsolationLevel level = this.isolation;
		return (level != null) ? stores.stream().map((store) -> store.readOnly(level)).toList() : stores;
	}

	@Override
	public ReadOnlySessionStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new CompositeSessionStore<>(this.provider, this.type, this.name, isolationLevel);
	}

	@Override
	public @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
		for (ReadOnlySessionStore<K, V> store : stores()) {
			V value = store.fetchSession(key, sessionStartTime, sessionEndTime);
			if (value != null) {
				return value;
			}
		}
		return null;
	}

	@Override
	public @Nullable V fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
		for (ReadOnlySessionStore<K, V> store : stores()) {
			V value = store.fetchSession(key, sessionStartTime, sessionEndTime);
			if (value != null) {
				return value;
			}
		}
		return null;
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> findSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> findSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.findSessions(key, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.findSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFindSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFindSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.backwardFindSessions(key, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		return ChainedIterator.of(stores(),
				(store) -> store.backwardFindSessions(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> fetch(K key) {
		return ChainedIterator.of(stores(), (store) -> store.fetch(key));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
		return ChainedIterator.of(stores(), (store) -> store.fetch(keyFrom, keyTo));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
		return ChainedIterator.of(stores(), (store) -> store.backwardFetch(key));
	}

	@Override
	public KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
		return ChainedIterator.of(stores(), (store) -> store.backwardFetch(keyFrom, keyTo));
	}

}
