package io.millrace.streams.state;

import java.time.Duration;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier;
import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.internal.store.BuiltInSessionStoreSupplier;
import io.millrace.streams.internal.store.BuiltInVersionedStoreSupplier;
import io.millrace.streams.internal.store.BuiltInWindowStoreSupplier;
import io.millrace.streams.internal.store.KeyValueStoreBuilder;
import io.millrace.streams.internal.store.LruStoreSupplier;
import io.millrace.streams.internal.store.SegmentedStoreBuilder;
import io.millrace.streams.internal.store.VersionedStoreBuilder;
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
	 * A key-value store in memory that keeps so many entries and no more: the one that
	 * processors and operators of its task didn't read or write for longest makes room,
	 * as if it was deleted, in the changelog too. Iterators and queries of other threads
	 * don't count as reads. After a restart, entries count as used when they were
	 * written.
	 * @param name the store's name
	 * @param maxCacheSize how many entries the store keeps in each task
	 * @return a supplier
	 * @throws NullPointerException if the name is null
	 * @throws IllegalArgumentException if {@code maxCacheSize} is negative
	 */
	public static KeyValueBytesStoreSupplier lruMap(String name, int maxCacheSize) {
		return new LruStoreSupplier(name, maxCacheSize);
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

	/**
	 * A window store in memory.
	 * @param name the store's name
	 * @param retentionPeriod how long windows are kept after their start, by the store's
	 * stream time
	 * @param windowSize the size of the windows, with which their end is computed
	 * @param retainDuplicates whether a second value for a key and window is kept beside
	 * the first
	 * @return a supplier
	 * @throws IllegalArgumentException if a duration is negative, or the retention
	 * shorter than a window
	 * @throws NullPointerException if an argument is null
	 */
	public static WindowBytesStoreSupplier inMemoryWindowStore(String name, Duration retentionPeriod,
			Duration windowSize, boolean retainDuplicates) throws IllegalArgumentException {
		return window(name, Place.MEMORY, retentionPeriod, windowSize, retainDuplicates);
	}

	/**
	 * A window store on disk, if there is an engine for it on the class path; in memory
	 * with a warning if there is none.
	 * @param name the store's name
	 * @param retentionPeriod how long windows are kept after their start, by the store's
	 * stream time
	 * @param windowSize the size of the windows, with which their end is computed
	 * @param retainDuplicates whether a second value for a key and window is kept beside
	 * the first
	 * @return a supplier
	 * @throws IllegalArgumentException if a duration is negative, or the retention
	 * shorter than a window
	 * @throws NullPointerException if an argument is null
	 */
	public static WindowBytesStoreSupplier persistentWindowStore(String name, Duration retentionPeriod,
			Duration windowSize, boolean retainDuplicates) throws IllegalArgumentException {
		return window(name, Place.DISK, retentionPeriod, windowSize, retainDuplicates);
	}

	/**
	 * A window store on disk with room for timestamps, if there is an engine for it on
	 * the class path; in memory with a warning if there is none.
	 * @param name the store's name
	 * @param retentionPeriod how long windows are kept after their start, by the store's
	 * stream time
	 * @param windowSize the size of the windows, with which their end is computed
	 * @param retainDuplicates whether a second value for a key and window is kept beside
	 * the first
	 * @return a supplier
	 * @throws IllegalArgumentException if a duration is negative, or the retention
	 * shorter than a window
	 * @throws NullPointerException if an argument is null
	 */
	public static WindowBytesStoreSupplier persistentTimestampedWindowStore(String name, Duration retentionPeriod,
			Duration windowSize, boolean retainDuplicates) throws IllegalArgumentException {
		return window(name, Place.DISK, retentionPeriod, windowSize, retainDuplicates);
	}

	private static WindowBytesStoreSupplier window(String name, Place place, Duration retentionPeriod,
			Duration windowSize, boolean retainDuplicates) {
		return new BuiltInWindowStoreSupplier(name, place, Instants.millis(retentionPeriod, "retentionPeriod"),
				Instants.millis(windowSize, "windowSize"), retainDuplicates, 0);
	}

	/**
	 * A session store in memory.
	 * @param name the store's name
	 * @param retentionPeriod how long sessions are kept after their end, by the store's
	 * stream time
	 * @return a supplier
	 * @throws IllegalArgumentException if the duration is negative
	 * @throws NullPointerException if an argument is null
	 */
	public static SessionBytesStoreSupplier inMemorySessionStore(String name, Duration retentionPeriod) {
		return new BuiltInSessionStoreSupplier(name, Place.MEMORY, Instants.millis(retentionPeriod, "retentionPeriod"));
	}

	/**
	 * A session store on disk, if there is an engine for it on the class path; in memory
	 * with a warning if there is none.
	 * @param name the store's name
	 * @param retentionPeriod how long sessions are kept after their end, by the store's
	 * stream time
	 * @return a supplier
	 * @throws IllegalArgumentException if the duration is negative
	 * @throws NullPointerException if an argument is null
	 */
	public static SessionBytesStoreSupplier persistentSessionStore(String name, Duration retentionPeriod) {
		return new BuiltInSessionStoreSupplier(name, Place.DISK, Instants.millis(retentionPeriod, "retentionPeriod"));
	}

	/**
	 * Declares a window store.
	 * @param supplier where content lives, and for how long
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values, or null for the application's default
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<WindowStore<K, V>> windowStoreBuilder(WindowBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return SegmentedStoreBuilder.window(supplier, keySerde, valueSerde);
	}

	/**
	 * Declares a window store that keeps a timestamp with each value.
	 * @param supplier where content lives, and for how long
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values without timestamp, or null for the
	 * application's default
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<TimestampedWindowStore<K, V>> timestampedWindowStoreBuilder(
			WindowBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return SegmentedStoreBuilder.timestampedWindow(supplier, keySerde, valueSerde);
	}

	/**
	 * Declares a session store.
	 * @param supplier where content lives, and for how long
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of aggregates, or null for the application's default
	 * @param <K> the type of keys
	 * @param <V> the type of aggregates
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<SessionStore<K, V>> sessionStoreBuilder(SessionBytesStoreSupplier supplier,
			@Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return SegmentedStoreBuilder.session(supplier, keySerde, valueSerde);
	}

	/**
	 * A versioned key-value store on disk, if there is an engine for it on the class
	 * path; in memory with a warning if there is none.
	 * @param name the store's name
	 * @param historyRetention how far back from stream time versions can be read and
	 * written
	 * @return a supplier
	 * @throws IllegalArgumentException if the duration is negative
	 * @throws NullPointerException if an argument is null
	 */
	public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(String name, Duration historyRetention) {
		return new BuiltInVersionedStoreSupplier(name, Place.DISK,
				Instants.millis(historyRetention, "historyRetention"));
	}

	/**
	 * As {@link #persistentVersionedKeyValueStore(String, Duration)}.
	 * @param name the store's name
	 * @param historyRetention how far back from stream time versions can be read and
	 * written
	 * @param segmentInterval has no effect; at least one millisecond
	 * @return a supplier
	 * @throws IllegalArgumentException if a duration is negative, or the interval is less
	 * than a millisecond
	 * @throws NullPointerException if an argument is null
	 */
	public static VersionedBytesStoreSupplier persistentVersionedKeyValueStore(String name, Duration historyRetention,
			Duration segmentInterval) {
		if (Instants.millis(segmentInterval, "segmentInterval") < 1) {
			throw new IllegalArgumentException("segmentInterval can't be less than a millisecond");
		}
		return persistentVersionedKeyValueStore(name, historyRetention);
	}

	/**
	 * Declares a versioned key-value store.
	 * @param supplier where content lives, and how far back
	 * @param keySerde the serde of keys, or null for the application's default
	 * @param valueSerde the serde of values, or null for the application's default
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return a builder
	 * @throws NullPointerException if the supplier is null
	 */
	public static <K, V> StoreBuilder<VersionedKeyValueStore<K, V>> versionedKeyValueStoreBuilder(
			VersionedBytesStoreSupplier supplier, @Nullable Serde<K> keySerde, @Nullable Serde<V> valueSerde) {
		return new VersionedStoreBuilder<>(supplier, keySerde, valueSerde);
	}

}
