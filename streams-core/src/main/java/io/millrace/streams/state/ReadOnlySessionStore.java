package io.millrace.streams.state;

import java.time.Instant;

import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A session store that can be read. Within a processor, the processor's own writes show
 * up at once; a store obtained by a query shows committed data unless asked for more (see
 * {@link #readOnly}), and may be used by any thread.
 * <p>
 * Sessions whose retention is over are not shown: those that end at or before the store's
 * stream time minus its retention, stream time being the latest end written. Iterators
 * show the content as it is when they are made. Sessions of one key are ordered by their
 * end, then their start; those of several keys are ordered by stretches of time, within
 * one by key, within a key by end and start. Times are those of the first and of the last
 * record of a session.
 *
 * @param <K> the type of keys
 * @param <AGG> the type of aggregates
 */
public interface ReadOnlySessionStore<K, AGG extends @Nullable Object> {

	/**
	 * Reads the sessions of one key that overlap a time.
	 * @param key the key
	 * @param earliestSessionEndTime the earliest end in milliseconds, inclusive
	 * @param latestSessionStartTime the latest start in milliseconds, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> findSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of one key that overlap a time.
	 * @param key the key
	 * @param earliestSessionEndTime the earliest end, inclusive
	 * @param latestSessionStartTime the latest start, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> findSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of one key that overlap a time, backwards.
	 * @param key the key
	 * @param earliestSessionEndTime the earliest end in milliseconds, inclusive
	 * @param latestSessionStartTime the latest start in milliseconds, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of one key that overlap a time, backwards.
	 * @param key the key
	 * @param earliestSessionEndTime the earliest end, inclusive
	 * @param latestSessionStartTime the latest start, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of a range of keys that overlap a time.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param earliestSessionEndTime the earliest end in milliseconds, inclusive
	 * @param latestSessionStartTime the latest start in milliseconds, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of a range of keys that overlap a time.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param earliestSessionEndTime the earliest end, inclusive
	 * @param latestSessionStartTime the latest start, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of a range of keys that overlap a time, backwards.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param earliestSessionEndTime the earliest end in milliseconds, inclusive
	 * @param latestSessionStartTime the latest start in milliseconds, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads the sessions of a range of keys that overlap a time, backwards.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @param earliestSessionEndTime the earliest end, inclusive
	 * @param latestSessionStartTime the latest start, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads one session.
	 * @param key the key
	 * @param sessionStartTime the time of its first record in milliseconds
	 * @param sessionEndTime the time of its last record in milliseconds
	 * @return the aggregate, or null if there is none
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default @Nullable AGG fetchSession(K key, long sessionStartTime, long sessionEndTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads one session.
	 * @param key the key
	 * @param sessionStartTime the time of its first record
	 * @param sessionEndTime the time of its last record
	 * @return the aggregate, or null if there is none
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default @Nullable AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads all sessions of a key.
	 * @param key the key
	 * @return the sessions; to be closed
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<Windowed<K>, AGG> fetch(K key);

	/**
	 * Reads all sessions of a key, backwards.
	 * @param key the key
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFetch(K key) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * Reads all sessions of a range of keys.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @return the sessions; to be closed
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open, or not here any more
	 */
	KeyValueIterator<Windowed<K>, AGG> fetch(@Nullable K keyFrom, @Nullable K keyTo);

	/**
	 * Reads all sessions of a range of keys, backwards.
	 * @param keyFrom the lowest key, inclusive; null for no bound
	 * @param keyTo the highest key, inclusive; null for no bound
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	/**
	 * The same store with uncommitted writes or without.
	 * @param isolationLevel whether to show what isn't committed yet
	 * @return a read-only store
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default ReadOnlySessionStore<K, AGG> readOnly(IsolationLevel isolationLevel) {
		throw new UnsupportedOperationException("The store has one isolation level only.");
	}

}
