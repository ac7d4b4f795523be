package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.ReadOnlySessionStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A session store as queries from any thread see it.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
final class SessionView<K, V extends @Nullable Object> extends SessionReads<K, V> {

	private final SegmentContent content;

	SessionView(SegmentContent content) {
		super(content);
		this.content = content;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(K key, long start, long end) {
		StoredValue found = this.content.find(requireKey(key), start, end);
		return (found != null) ? (V) this.content.value(found.stored()) : null;
	}

	@Override
	public ReadOnlySessionStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new SessionView<>(this.content.under(isolationLevel));
	}

	@Override
	public void remove(Windowed<K> sessionKey) {
		throw this.content.readOnly();
	}

	@Override
	public void put(Windowed<K> sessionKey, @Nullable V aggregate) {
		throw this.content.readOnly();
	}

}
