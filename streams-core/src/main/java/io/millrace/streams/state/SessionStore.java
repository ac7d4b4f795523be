package io.millrace.streams.state;

import java.time.Instant;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps aggregates by key and session, for the time of its retention. Used by one thread,
 * that of its task.
 *
 * @param <K> the type of keys
 * @param <AGG> the type of aggregates
 */
public interface SessionStore<K, AGG extends @Nullable Object> extends StateStore, ReadOnlySessionStore<K, AGG> {

	/**
	 * Reads the sessions of all keys that end within a time.
	 * @param earliestSessionEndTime the earliest end in milliseconds, inclusive
	 * @param latestSessionEndTime the latest end in milliseconds, inclusive
	 * @return the sessions; to be closed
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default KeyValueIterator<Windowed<K>, AGG> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
		throw new UnsupportedOperationException("The store doesn't support this read.");
	}

	@Override
	default KeyValueIterator<Windowed<K>, AGG> findSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		return findSessions(key, Instants.millis(earliestSessionEndTime, "earliestSessionEndTime"),
				Instants.millis(latestSessionStartTime, "latestSessionStartTime"));
	}

	@Override
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(K key, Instant earliestSessionEndTime,
			Instant latestSessionStartTime) {
		return backwardFindSessions(key, Instants.millis(earliestSessionEndTime, "earliestSessionEndTime"),
				Instants.millis(latestSessionStartTime, "latestSessionStartTime"));
	}

	@Override
	default KeyValueIterator<Windowed<K>, AGG> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		return findSessions(keyFrom, keyTo, Instants.millis(earliestSessionEndTime, "earliestSessionEndTime"),
				Instants.millis(latestSessionStartTime, "latestSessionStartTime"));
	}

	@Override
	default KeyValueIterator<Windowed<K>, AGG> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			Instant earliestSessionEndTime, Instant latestSessionStartTime) {
		return backwardFindSessions(keyFrom, keyTo, Instants.millis(earliestSessionEndTime, "earliestSessionEndTime"),
				Instants.millis(latestSessionStartTime, "latestSessionStartTime"));
	}

	@Override
	default @Nullable AGG fetchSession(K key, Instant sessionStartTime, Instant sessionEndTime) {
		return fetchSession(key, Instants.millis(sessionStartTime, "sessionStartTime"),
				Instants.millis(sessionEndTime, "sessionEndTime"));
	}

	/**
	 * Deletes one session.
	 * @param sessionKey the key and the session
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	void remove(Windowed<K> sessionKey);

	/**
	 * Writes one session. What ends too early for the store's retention is dropped and
	 * counted.
	 * @param sessionKey the key and the session
	 * @param aggregate the aggregate; null deletes the session
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	void put(Windowed<K> sessionKey, @Nullable AGG aggregate);

}
