package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.SessionStore;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a session store, the same for what processors see and for queries.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
abstract class SessionReads<K, V extends @Nullable Object> extends TaskOwnedStore implements SessionStore<K, V> {

	private final SegmentSource source;

	SessionReads(SegmentSource source) {
		super(source);
		this.source = source;
	}

	/**
	 * Reads one session that hasn't expired.
	 */
	abstract @Nullable V read(K key, long start, long end);

	private KeyValueIterator<Windowed<K>, V> sessions(SegmentScan scan, boolean reverse) {
		return CursorIterator.plain(scan.open(reverse, false));
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> findSessions(long earliestSessionEndTime, long latestSessionEndTime) {
		return sessions(SegmentScan.keys(this.source, null, null, earliestSessionEndTime, latestSessionEndTime), false);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> findSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		return ofKey(key, earliestSessionEndTime, latestSessionStartTime, false);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> backwardFindSessions(K key, long earliestSessionEndTime,
			long latestSessionStartTime) {
		return ofKey(key, earliestSessionEndTime, latestSessionStartTime, true);
	}

	private KeyValueIterator<Windowed<K>, V> ofKey(K key, long earliestEnd, long latestStart, boolean reverse) {
		return sessions(SegmentScan.key(this.source, requireKey(key), earliestEnd, Long.MAX_VALUE, latestStart),
				reverse);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> findSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, false);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> backwardFindSessions(@Nullable K keyFrom, @Nullable K keyTo,
			long earliestSessionEndTime, long latestSessionStartTime) {
		return ofKeys(keyFrom, keyTo, earliestSessionEndTime, latestSessionStartTime, true);
	}

	private KeyValueIterator<Windowed<K>, V> ofKeys(@Nullable K keyFrom, @Nullable K keyTo, long earliestEnd,
			long latestStart, boolean reverse) {
		return sessions(SegmentScan.keys(this.source, keyFrom, keyTo, earliestEnd, Long.MAX_VALUE, latestStart),
				reverse);
	}

	@Override
	public final @Nullable V fetchSession(K key, long sessionStartTime, long sessionEndTime) {
		requireKey(key);
		return (sessionStartTime < 0 || sessionEndTime < sessionStartTime) ? null
				: read(key, sessionStartTime, sessionEndTime);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> fetch(K key) {
		return ofKey(key, 0, Long.MAX_VALUE, false);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> backwardFetch(K key) {
		return ofKey(key, 0, Long.MAX_VALUE, true);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> fetch(@Nullable K keyFrom, @Nullable K keyTo) {
		return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, false);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, V> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo) {
		return ofKeys(keyFrom, keyTo, 0, Long.MAX_VALUE, true);
	}

}
