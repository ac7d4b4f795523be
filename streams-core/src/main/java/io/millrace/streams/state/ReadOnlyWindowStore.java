package io.millrace.streams.state;

import java.time.Instant;

import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A window store that can be read. Windows are found by their start. Within a processor,
 * the processor's own writes show up at once; a store obtained by a query shows committed
 * data unless asked for more (see {@link #readOnly}), and may be used by any thread.
 * <p>
 * Windows whose retention is over are not shown: those that start at or before the
 * store's stream time minus its retention, stream time being the latest start written.
 * Iterators show the content as it is when they are made. Those of one key are ordered by
 * time; those of several keys are ordered by stretches of time, within one by key, within
 * a key by time. Bounds before 1970 mean 1970.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface ReadOnlyWindowStore<K, V extends @Nullable Object> {

	/**
	 * Reads one window.
	 * @param key the key
	 * @param time the start of the window in milliseconds since the epoch
	 * @return the value, or null if there is none
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	@Nullable V fetch(K key, long time);

	/**
	 * Reads the windows of one key.
	 * @param key the key
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows, earliest first; to be closed
	 * @throws IllegalArgumentException if a time is too far from 1970 for milliseconds
	 * @throws NullPointerException if an argument is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	WindowStoreIterator<V> fetch(K key, Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

	/**
	 * As {@link #fetch(Object, Instant, Instant)}, latest first.
	 * @param key the key
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows, latest first; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default WindowStoreIterator<V> backwardFetch(K key, Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * Reads the windows of a range of keys, which are ordered by their serialised form.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 * @throws IllegalArgumentException if a time is too far from 1970 for milliseconds
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException;

	/**
	 * As {@link #fetch(Object, Object, Instant, Instant)}, in the opposite order.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo, Instant timeFrom,
			Instant timeTo) throws IllegalArgumentException {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * Reads all windows.
	 * @return the windows; to be closed
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<Windowed<K>, V> all();

	/**
	 * As {@link #all()}, in the opposite order.
	 * @return the windows; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, V> backwardAll() {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * Reads the windows of all keys.
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 * @throws IllegalArgumentException if a time is too far from 1970 for milliseconds
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<Windowed<K>, V> fetchAll(Instant timeFrom, Instant timeTo) throws IllegalArgumentException;

	/**
	 * As {@link #fetchAll(Instant, Instant)}, in the opposite order.
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @return the windows; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, V> backwardFetchAll(Instant timeFrom, Instant timeTo)
			throws IllegalArgumentException {
		throw new UnsupportedOperationException("The store doesn't read backwards.");
	}

	/**
	 * The same store with uncommitted writes or without.
	 * @param isolationLevel whether to show what isn't committed yet
	 * @return a read-only store
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
		throw new UnsupportedOperationException("The store has one isolation level only.");
	}

}
