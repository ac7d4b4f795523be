package io.millrace.streams.internal.store;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The committed values of a timestamped window store with their timestamps.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class CommittedTimestampedWindowView<K, V> extends WindowReads<K, ValueAndTimestamp<V>>
		implements TimestampedWindowStore<K, V> {

	private final CommittedSegments content;

	private final CommittedWindowView<K, V> values;

	CommittedTimestampedWindowView(CommittedSegments content) {
		super(content);
		this.content = content;
		this.values = new CommittedWindowView<>(content);
	}

	/**
	 * The same content without timestamps.
	 */
	CommittedWindowView<K, V> values() {
		return this.values;
	}

	@Override
	@SuppressWarnings("unchecked")
	@Nullable ValueAndTimestamp<V> read(K key, long start) {
		byte[] found = this.content.find(requireKey(key), start, this.content.layout().end(start));
		return (found != null) ? ValueAndTimestamp.make((V) this.content.value(found), this.content.timestamp(found))
				: null;
	}

	@Override
	<T> KeyValueIterator<T, ValueAndTimestamp<V>> iterator(EntryCursor cursor) {
		return CursorIterator.timestamped(cursor);
	}

	@Override
	public void put(K key, @Nullable ValueAndTimestamp<V> value, long windowStartTimestamp) {
		throw this.content.readOnly();
	}

}
