package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.ReadOnlySessionStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A session store as processors see it. Made by {@link SegmentTaskStore}, which does the
 * work.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
final class SessionFacade<K, V extends @Nullable Object> extends SessionReads<K, V> implements SessionAccess {

	private final ChangeInFlight inFlight = new ChangeInFlight();

	private final SegmentTaskStore store;

	SessionFacade(SegmentTaskStore store) {
		super(store);
		this.store = store;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(K key, long start, long end) {
		return (V) this.store.value(this.store.find(requireKey(key), start, end));
	}

	@Override
	public void remove(Windowed<K> sessionKey) {
		put(sessionKey, null);
	}

	@Override
	public void put(Windowed<K> sessionKey, @Nullable V aggregate) {
		OverlayEntry entry = this.store.locate(requireKey(sessionKey.key()), sessionKey.window().start(),
				sessionKey.window().end());
		this.store.write(entry, aggregate, this.store.recordTimestamp());
	}

	@Override
	public Object identity(Object key) {
		return this.store.identity(key);
	}

	@Override
	public void collect(Object key, long earliestEnd, long latestStart, WindowRows rows) {
		this.store.operatorScan().collect(requireKey(key), earliestEnd, Long.MAX_VALUE, latestStart, 0, rows);
	}

	@Override
	public @Nullable Object find(Object key, long start, long end) {
		return this.store.value(this.store.find(requireKey(key), start, end));
	}

	@Override
	public Windowed<Object> write(Object key, long start, long end, @Nullable Object aggregate) {
		OverlayEntry entry = this.store.locate(requireKey(key), start, end);
		Windowed<Object> windowed = this.store.windowed(entry, key);
		this.store.write(entry, aggregate, this.store.recordTimestamp());
		return windowed;
	}

	@Override
	public void forwarding(Object key, @Nullable Object before) {
		this.inFlight.begin(key, before);
	}

	@Override
	public void forwarded() {
		this.inFlight.end();
	}

	@Override
	public long changeInFlight(Object key) {
		return this.inFlight.number(key);
	}

	@Override
	public @Nullable Object beforeChange() {
		return this.inFlight.before();
	}

	@Override
	@SuppressWarnings("unchecked")
	public ReadOnlySessionStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return (isolationLevel == IsolationLevel.READ_COMMITTED)
				? (ReadOnlySessionStore<K, V>) this.store.committedView(this.store::isOpen) : this;
	}

	@Override
	public long approximateNumUncommittedBytes() {
		return this.store.uncommittedBytes();
	}

}
