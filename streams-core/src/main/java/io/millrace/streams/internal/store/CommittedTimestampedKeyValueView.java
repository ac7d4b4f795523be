package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The committed values of a timestamped key-value store with their timestamps.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class CommittedTimestampedKeyValueView<K, V> extends CommittedView<K, ValueAndTimestamp<V>>
		implements TimestampedKeyValueStore<K, V> {

	private final CommittedKeyValueView<K, V> values;

	CommittedTimestampedKeyValueView(CommittedContent content) {
		super(content);
		this.values = new CommittedKeyValueView<>(content);
	}

	/**
	 * The same content without timestamps.
	 */
	CommittedKeyValueView<K, V> values() {
		return this.values;
	}

	@Override
	@SuppressWarnings("unchecked")
	ValueAndTimestamp<V> result(@Nullable Object value, long timestamp) {
		return ValueAndTimestamp.makeAllowNullable((V) value, timestamp);
	}

	@Override
	KeyValueIterator<K, ValueAndTimestamp<V>> iterator(EntryCursor cursor) {
		return CursorIterator.timestamped(cursor);
	}

}
