package io.millrace.streams.state;

import java.time.Instant;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values by key and by the start of a window, for the time of its retention. Used
 * by one thread, that of its task.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface WindowStore<K, V extends @Nullable Object> extends StateStore, ReadOnlyWindowStore<K, V> {

	/**
	 * Writes one window. A store that retains duplicates adds the value to those that are
	 * there; any other replaces the one that is there. What starts too early for the
	 * store's retention is dropped and counted.
	 * @param key the key
	 * @param value the value; null deletes the window, and does nothing in a store that
	 * retains duplicates
	 * @param windowStartTimestamp the start of the window in milliseconds since the epoch
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	void put(K key, @Nullable V value, long windowStartTimestamp);

	/**
	 * As {@link #fetch(Object, Instant, Instant)}, in milliseconds since the epoch.
	 * @param key the key
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows, earliest first; to be closed
	 */
	WindowStoreIterator<V> fetch(K key, long timeFrom, long timeTo);

	@Override
	default WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException {
		return fetch(key, Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

	/**
	 * As {@link #backwardFetch(Object, Instant, Instant)}, in milliseconds since the
	 * epoch.
	 * @param key the key
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows, latest first; to be closed
	 */
	default WindowStoreIterator<V> backwardFetch(K key, long timeFrom, long timeTo) {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	@Override
	default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException {
		return backwardFetch(key, Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

	/**
	 * As {@link #fetch(Object, Object, Instant, Instant)}, in milliseconds since the
	 * epoch.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 */
	KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom, long timeTo);

	@Override
	default KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom,
			Instant timeTo) throws IllegalArgumentException {
		return fetch(keyFrom, keyTo, Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

	/**
	 * As {@link #backwardFetch(Object, Object, Instant, Instant)}, in milliseconds since
	 * the epoch.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 */
	default KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom,
			long timeTo) {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	@Override
	default KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom,
			Instant timeTo) throws IllegalArgumentException {
		return backwardFetch(keyFrom, keyTo, Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

	/**
	 * As {@link #fetchAll(Instant, Instant)}, in milliseconds since the epoch.
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 */
	KeyValueIterator<Windowed<K>, V> fetchAll(long timeFrom, long timeTo);

	@Override
	default KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException {
		return fetchAll(Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

	/**
	 * As {@link #backwardFetchAll(Instant, Instant)}, in milliseconds since the epoch.
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 */
	default KeyValueIterator<Windowed<K>, V> backwardFetchAll(long timeFrom, long timeTo) {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	@Override
	default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException {
		return backwardFetchAll(Instants.millis(timeFrom, "timeFrom"), Instants.millis(timeTo, "timeTo"));
	}

}
