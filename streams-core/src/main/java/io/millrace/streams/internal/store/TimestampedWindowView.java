package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyWindowStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The values of a timestamped window store with their timestamps.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class TimestampedWindowView<K, V> extends WindowReads<K, ValueAndTimestamp<V>>
		implements TimestampedWindowStore<K, V> {

	private final SegmentContent content;

	private final PlainWindowView<K, V> values;

	TimestampedWindowView(SegmentContent content) {
		super(content);
		this.content = content;
		this.values = new PlainWindowView<>(content);
	}

	/**
	 * The same content without timestamps.
	 */
	PlainWindowView<K, V> values() {
		return this.values;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable ValueAndTimestamp<V> read(K key, long start) {
		StoredValue found = this.content.find(requireKey(key), start, this.content.layout().end(start));
		return (found != null) ? ValueAndTimestamp.make((V) this.content.value(found.stored()), found.timestamp())
				: null;
	}

	@Override
	<T> KeyValueIterator<T, ValueAndTimestamp<V>> iterator(EntryCursor cursor) {
		return CursorIterator.timestamped(cursor);
	}

	@Override
	public ReadOnlyWindowStore<K, ValueAndTimestamp<V>> readOnly(IsolationLevel isolationLevel) {
		return new TimestampedWindowView<>(this.content.under(isolationLevel));
	}

	@Override
	public void put(K key, @Nullable ValueAndTimestamp<V> value, long windowStartTimestamp) {
		throw this.content.readOnly();
	}

}
