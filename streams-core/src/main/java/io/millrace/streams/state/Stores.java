package io.millrace.streams.state;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.internal.store.KeyValueStoreBuilder;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * Makes suppliers and builders of the built-in stores.
 * <p>
 * A supplier says where content lives; a builder adds what it consists of. <pre>
 * StoreBuilder&lt;KeyValueStore&lt;String, Long&gt;&gt; counts = Stores
 *     .keyValueStoreBuilder(Stores.inMemoryKeyValueStore("counts"), Serdes.String(), Serdes.Long());
 * </pre>
 */
public final class Stores {

	/**
	 * There is nothing to be done with an instance; all methods are static.
	 */
	public Stores() {
	}

	/**
	 * A key-value store in memory.
	 * @param name the store's name
	 * @return a supplier
	 * @throws NullPointerException if the name is null
	 */
	public static KeyValueBytesStoreSupplier inMemoryKeyValueStore(String name) {
		return new BuiltInKeyValueStoreSupplier(name, Place.MEMORY);
	}

	/**
	 * A key-value store on disk, if there is an engine for it on the class path; in
	 * memory with a warning if there is none.
	 * @param name the store's name
	 * @return a supplier
	 * @throws NullPointerException if the name is null
	 */
	public static KeyValueBytesStoreSupplier persistentKeyValueStore(String name) {
		return new BuiltInKeyValueStoreSupplier(name, Place.DISK);
	}

	/**
	 * A key-value store on disk with room for timestamps, if there is an engine for it on
	 * the class path; in memory with a warning if there is none.
	 * @param name the store's name
	 * @return a supplier
	 * @throws NullPointerException if the name is null
	 */
	public static KeyValueBytesStoreSupplier persistentTimestampedKeyValueStore(String name) {
		return new BuiltInKeyValueStoreSupplier(name, Place.DISK);
	}

	/**
	 * Declares a key-value store.
	 * @param supplier where content lives
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values, or null for the application's default
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<KeyValueStore<K, V>> keyValueStoreBuilder(KeyValueBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return KeyValueStoreBuilder.plain(supplier, keySerde, valueSerde);
	}

	/**
	 * Declares a key-value store that keeps a timestamp with each value.
	 * @param supplier where content lives
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values without timestamp, or null for the
	 * application's default
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<TimestampedKeyValueStore<K, V>> timestampedKeyValueStoreBuilder(
			KeyValueBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return KeyValueStoreBuilder.timestamped(supplier, keySerde, valueSerde);
	}

}
