package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * A window store without timestamps, as processors see it.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainWindowFacade<K, V extends @Nullable Object> extends WindowFacade<K, V> {

	PlainWindowFacade(SegmentTaskStore store) {
		super(store);
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable V result(OverlayEntry entry) {
		return (V) this.store.value(entry);
	}

	@Override
	void write(OverlayEntry entry, @Nullable V value) {
		this.store.write(entry, value, this.store.recordTimestamp());
	}

	@Override
	<T> KeyValueIterator<T, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

}
