package io.millrace.streams.state;

import io.millrace.streams.internal.store.CompositeKeyValueStore;
import io.millrace.streams.internal.store.CompositeSessionStore;
import io.millrace.streams.internal.store.CompositeWindowStore;
import io.millrace.streams.processor.StateStore;

/**
 * The read-only forms of the built-in stores.
 */
public final class QueryableStoreTypes {

	/**
	 * There is nothing to be done with an instance; all methods are static.
	 */
	public QueryableStoreTypes() {
	}

	/**
	 * A key-value store, with or without timestamps; values are read without them.
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the form
	 */
	public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, V>> keyValueStore() {
		return new KeyValueStoreType<>();
	}

	/**
	 * A key-value store with timestamps.
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the form
	 */
	public static <K, V> QueryableStoreType<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> timestampedKeyValueStore() {
		return new TimestampedKeyValueStoreType<>();
	}

	/**
	 * A window store, with or without timestamps; values are read without them.
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the form
	 */
	public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, V>> windowStore() {
		return new WindowStoreType<>();
	}

	/**
	 * A window store with timestamps.
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the form
	 */
	public static <K, V> QueryableStoreType<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> timestampedWindowStore() {
		return new TimestampedWindowStoreType<>();
	}

	/**
	 * A session store.
	 * @param <K> the type of keys
	 * @param <V> the type of aggregates
	 * @return the form
	 */
	public static <K, V> QueryableStoreType<ReadOnlySessionStore<K, V>> sessionStore() {
		return new SessionStoreType<>();
	}

	/**
	 * The form of {@link QueryableStoreTypes#keyValueStore()}.
	 *
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 */
	public static class KeyValueStoreType<K, V> implements QueryableStoreType<ReadOnlyKeyValueStore<K, V>> {

		KeyValueStoreType() {
		}

		@Override
		public boolean accepts(StateStore stateStore) {
			return stateStore instanceof ReadOnlyKeyValueStore;
		}

		@Override
		public ReadOnlyKeyValueStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
			return CompositeKeyValueStore.ofPlainValues(storeProvider, this, storeName);
		}

	}

	/**
	 * The form of {@link QueryableStoreTypes#timestampedKeyValueStore()}.
	 *
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 */
	public static class TimestampedKeyValueStoreType<K, V>
			implements QueryableStoreType<ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>>> {

		TimestampedKeyValueStoreType() {
		}

		@Override
		public boolean accepts(StateStore stateStore) {
			return stateStore instanceof TimestampedKeyValueStore;
		}

		@Override
		public ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>> create(StateStoreProvider storeProvider,
				String storeName) {
			return CompositeKeyValueStore.of(storeProvider, this, storeName);
		}

	}

	/**
	 * The form of {@link QueryableStoreTypes#windowStore()}.
	 *
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 */
	public static class WindowStoreType<K, V> implements QueryableStoreType<ReadOnlyWindowStore<K, V>> {

		WindowStoreType() {
		}

		@Override
		public boolean accepts(StateStore stateStore) {
			return stateStore instanceof ReadOnlyWindowStore;
		}

		@Override
		public ReadOnlyWindowStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
			return new CompositeWindowStore<>(storeProvider, this, storeName, true);
		}

	}

	/**
	 * The form of {@link QueryableStoreTypes#timestampedWindowStore()}.
	 *
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 */
	public static class TimestampedWindowStoreType<K, V>
			implements QueryableStoreType<ReadOnlyWindowStore<K, ValueAndTimestamp<V>>> {

		TimestampedWindowStoreType() {
		}

		@Override
		public boolean accepts(StateStore stateStore) {
			return stateStore instanceof TimestampedWindowStore;
		}

		@Override
		public ReadOnlyWindowStore<K, ValueAndTimestamp<V>> create(StateStoreProvider storeProvider, String storeName) {
			return new CompositeWindowStore<>(storeProvider, this, storeName, false);
		}

	}

	/**
	 * The form of {@link QueryableStoreTypes#sessionStore()}.
	 *
	 * @param <K> the type of keys
	 * @param <V> the type of aggregates
	 */
	public static class SessionStoreType<K, V> implements QueryableStoreType<ReadOnlySessionStore<K, V>> {

		SessionStoreType() {
		}

		@Override
		public boolean accepts(StateStore stateStore) {
			return stateStore instanceof ReadOnlySessionStore;
		}

		@Override
		public ReadOnlySessionStore<K, V> create(StateStoreProvider storeProvider, String storeName) {
			return new CompositeSessionStore<>(storeProvider, this, storeName);
		}

	}

}
