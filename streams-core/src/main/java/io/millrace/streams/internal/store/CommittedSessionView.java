package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of a session store.
 *
 * @param <K> the type of keys
 * @param <V> the type of aggregates
 */
final class CommittedSessionView<K, V extends @Nullable Object> extends SessionReads<K, V> {

	private final CommittedSegments content;

	CommittedSessionView(CommittedSegments content) {
		super(content);
		this.content = content;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(K key, long start, long end) {
		byte[] found = this.content.find(requireKey(key), start, end);
		return (found != null) ? (V) this.content.value(found) : null;
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
