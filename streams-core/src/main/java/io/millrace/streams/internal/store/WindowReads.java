package io.millrace.streams.internal.store;

import io.millrace.streams.KeyValue;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a window store, the same for what processors see and for queries.
 *
 * @param <K> the type of keys
 * @param <R> what users get as values
 */
abstract class WindowReads<K, R extends @Nullable Object> extends TaskOwnedStore implements WindowStore<K, R> {

	private final SegmentSource source;

	WindowReads(SegmentSource source) {
		super(source);
		this.source = source;
	}

	/**
	 * Shows entries to users.
	 */
	abstract <T> KeyValueIterator<T, R> iterator(EntryCursor cursor);

	/**
	 * Reads one window that hasn't expired.
	 */
	abstract @Nullable R read(K key, long start);

	@Override
	public final @Nullable R fetch(K key, long time) {
		requireKey(key);
		return (time < 0) ? null : read(key, time);
	}

	@Override
	public final WindowStoreIterator<R> fetch(K key, long timeFrom, long timeTo) {
		return oneKey(key, timeFrom, timeTo, false);
	}

	@Override
	public final WindowStoreIterator<R> backwardFetch(K key, long timeFrom, long timeTo) {
		return oneKey(key, timeFrom, timeTo, true);
	}

	private WindowStoreIterator<R> oneKey(K key, long timeFrom, long timeTo, boolean reverse) {
		SegmentScan scan = SegmentScan.key(this.source, requireKey(key), timeFrom, timeTo);
		return new TimeIterator<>(iterator(scan.open(reverse, true)));
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> fetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom,
			long timeTo) {
		return iterator(SegmentScan.keys(this.source, keyFrom, keyTo, timeFrom, timeTo).open(false, false));
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> backwardFetch(@Nullable K keyFrom, @Nullable K keyTo, long timeFrom,
			long timeTo) {
		return iterator(SegmentScan.keys(this.source, keyFrom, keyTo, timeFrom, timeTo).open(true, false));
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> fetchAll(long timeFrom, long timeTo) {
		return fetch(null, null, timeFrom, timeTo);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> backwardFetchAll(long timeFrom, long timeTo) {
		return backwardFetch(null, null, timeFrom, timeTo);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> all() {
		return fetchAll(0, Long.MAX_VALUE);
	}

	@Override
	public final KeyValueIterator<Windowed<K>, R> backwardAll() {
		return backwardFetchAll(0, Long.MAX_VALUE);
	}

	/**
	 * The windows of one key.
	 */
	private static final class TimeIterator<R extends @Nullable Object> implements WindowStoreIterator<R> {

		private final KeyValueIterator<Long, R> iterator;

		private TimeIterator(KeyValueIterator<Long, R> iterator) {
			this.iterator = iterator;
		}

		@Override
		public boolean hasNext() {
			return this.iterator.hasNext();
		}

		@Override
		public KeyValue<Long, R> next() {
			return this.iterator.next();
		}

		@Override
		public Long peekNextKey() {
			return this.iterator.peekNextKey();
		}

		@Override
		public void close() {
			this.iterator.close();
		}

	}

}
