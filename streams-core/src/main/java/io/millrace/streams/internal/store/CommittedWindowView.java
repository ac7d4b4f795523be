package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The committed values of a window store, timestamps left out if it has any.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class CommittedWindowView<K, V extends @Nullable Object> extends WindowReads<K, V> {

	private final CommittedSegments content;

	CommittedWindowView(CommittedSegments content) {
		super(content);
		this.content = content;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(K key, long start) {
		byte[] found = this.content.find(requireKey(key), start, this.content.layout().end(start));
		return (found != null) ? (V) this.content.value(found) : null;
	}

	@Override
	<T> KeyValueIterator<T, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

	@Override
	public ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
		if (isolationLevel == IsolationLevel.READ_COMMITTED) {
			return this;
		}
		throw new UnsupportedOperationException("A query shows committed data only.");
	}

	@Override
	public void put(K key, @Nullable V value, long windowStartTimestamp) {
		throw this.content.readOnly();
	}

}
