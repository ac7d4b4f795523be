package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The values of a window store, timestamps left out if it has any.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainWindowView<K, V extends @Nullable Object> extends WindowReads<K, V> {

	private final SegmentContent content;

	PlainWindowView(SegmentContent content) {
		super(content);
		this.content = content;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V read(K key, long start) {
		StoredValue found = this.content.find(requireKey(key), start, this.content.layout().end(start));
		return (found != null) ? (V) this.content.value(found.stored()) : null;
	}

	@Override
	<T> KeyValueIterator<T, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

	@Override
	public ReadOnlyWindowStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new PlainWindowView<>(this.content.under(isolationLevel));
	}

	@Override
	public void put(K key, @Nullable V value, long windowStartTimestamp) {
		throw this.content.readOnly();
	}

}
