package io.millrace.streams.internal.store;

import io.millrace.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A window store as processors see it. The two subclasses differ in what a value is: with
 * a timestamp, or alone. Made by {@link SegmentTaskStore}, which does the work.
 *
 * @param <K> the type of keys
 * @param <R> what users get as values
 */
abstract class WindowFacade<K, R extends @Nullable Object> extends WindowReads<K, R> implements KeyWindows {

	final SegmentTaskStore store;

	WindowFacade(SegmentTaskStore store) {
		super(store);
		this.store = store;
	}

	/**
	 * What users get of an entry, null if it has no value.
	 */
	abstract @Nullable R result(OverlayEntry entry);

	abstract void write(OverlayEntry entry, @Nullable R value);

	@Override
	final @Nullable R read(K key, long start) {
		return result(this.store.find(requireKey(key), start, this.store.layout().end(start)));
	}

	@Override
	public final void collect(Object key, long timeFrom, long timeTo, WindowRows rows) {
		collect(key, timeFrom, timeTo, this.store.layout().windowSize(), rows);
	}

	/**
	 * As before, of windows that are looked up with another size than the store's.
	 */
	public final void collect(Object key, long timeFrom, long timeTo, long size, WindowRows rows) {
		this.store.operatorScan().collect(requireKey(key), timeFrom, timeTo, Long.MAX_VALUE, size, rows);
	}

	@Override
	public final boolean expired(long start) {
		return this.store.expired(start, this.store.layout().end(start));
	}

	@Override
	public final boolean known(Object key, long timeFrom, long timeTo) {
		try (EntryCursor cursor = SegmentScan.key(this.store, key, timeFrom, timeTo).withHidden().open(false, true)) {
			return cursor.next();
		}
	}

	@Override
	public final void put(K key, @Nullable R value, long windowStartTimestamp) {
		requireKey(key);
		if (windowStartTimestamp < 0) {
			throw new IllegalArgumentException("Store " + name() + " can't take a window that starts at "
					+ windowStartTimestamp + ", before 1970.");
		}
		if (this.store.layout().duplicates()) {
			if (value == null) {
				return;
			}
			this.store.nextDuplicate();
		}
		write(this.store.locate(requireKey(key), windowStartTimestamp, this.store.layout().end(windowStartTimestamp)),
				value);
	}

	@Override
	@SuppressWarnings("unchecked")
	public final ReadOnlyWindowStore<K, R> readOnly(IsolationLevel isolationLevel) {
		return (isolationLevel == IsolationLevel.READ_COMMITTED)
				? (ReadOnlyWindowStore<K, R>) this.store.committedView(this.store::isOpen) : this;
	}

	@Override
	public final long approximateNumUncommittedBytes() {
		return this.store.uncommittedBytes();
	}

}
