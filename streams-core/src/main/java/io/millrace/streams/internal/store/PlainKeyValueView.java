package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The values of a key-value store, timestamps left out if it has any.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class PlainKeyValueView<K, V extends @Nullable Object> extends KeyValueView<K, V> {

	PlainKeyValueView(KeyValueContent content) {
		super(content);
	}

	@Override
	@SuppressWarnings({ "unchecked", "NullAway" })
	V result(@Nullable Object value, long timestamp) {
		return (V) value;
	}

	@Override
	public ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return new PlainKeyValueView<>(this.content.under(isolationLevel));
	}

	@Override
	KeyValueIterator<K, V> iterator(EntryCursor cursor) {
		return CursorIterator.plain(cursor);
	}

}
