package io.millrace.streams.state;

import io.millrace.streams.internal.store.CompositeKeyValueStore;
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

}
