package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The committed values of a key-value store, timestamps left out if it has any.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class CommittedKeyValueView<K, V extends @Nullable Object> extends CommittedView<K, V> {

	CommittedKeyValueView(CommittedContent content) {
		super(content);
	}

	@Override
	@SuppressWarnings({ "unchecked", "NullAway" })
	V result(@Nullable Object value, long timestamp) {
		return (V) value;
	}

	@Override
	KeyValueIterator<K, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

}
