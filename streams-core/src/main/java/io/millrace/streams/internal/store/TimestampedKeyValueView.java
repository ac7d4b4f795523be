package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The values of a timestamped key-value store with their timestamps.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TimestampedKeyValueView<K, V> extends KeyValueView<K, ValueAndTimestamp<V>>
		implements TimestampedKeyValueStore<K, V> {

	private final PlainKeyValueView<K, V> values;

	TimestampedKeyValueView(KeyValueContent content) {
		super(content);
		this.values = new PlainKeyValueView<>(content);
	}

	/**
	 * The same content without timestamps.
	 */
	PlainKeyValueView<K, V> values() {
		return this.values;
	}

	@Override
	@SuppressWarnings("unchecked")
	ValueAndTimestamp<V> result(@Nullable Object value, long timestamp) {
		return ValueAndTimestamp.makeAllowNullable((V) value, timestamp);
	}

	@Override
	public ReadOnlyKeyValueStore<K, ValueAndTimestamp<V>> readOnly(IsolationLevel isolationLevel) {
		return new TimestampedKeyValueView<>(this.content.under(isolationLevel));
	}

	@Override
	KeyValueIterator<K, ValueAndTimestamp<V>> iterator(EntryCursor cursor) {
		return CursorIterator.timestamped(cursor);
	}

}
