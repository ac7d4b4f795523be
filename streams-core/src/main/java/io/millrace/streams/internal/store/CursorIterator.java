package io.millrace.streams.internal.store;

import java.util.NoSuchElementException;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Shows an {@link EntryCursor} to users, one entry ahead of them.
 *
 * @param <K> the type of keys
 * @param <R> what users get as values
 */
final class CursorIterator<K, R extends @Nullable Object> implements KeyValueIterator<K, R> {

	private final EntryCursor cursor;

	private final Result<R> result;

	private boolean hasNext;

	private @Nullable Object nextKey;

	private boolean closed;

	private CursorIterator(EntryCursor cursor, Result<R> result) {
		this.cursor = cursor;
		this.result = result;
		advance();
	}

	/**
	 * Shows values.
	 */
	@SuppressWarnings({ "unchecked", "NullAway" })
	static <K, V extends @Nullable Object> KeyValueIterator<K, V> plain(EntryCursor cursor) {
		return new CursorIterator<>(cursor, (value, timestamp) -> (V) value);
	}

	/**
	 * Shows values with their timestamps.
	 */
	@SuppressWarnings("unchecked")
	static <K, V> KeyValueIterator<K, ValueAndTimestamp<V>> timestamped(EntryCursor cursor) {
		return new CursorIterator<>(cursor,
				(value, timestamp) -> ValueAndTimestamp.makeAllowNullable((V) value, timestamp));
	}

	private void advance() {
		this.hasNext = this.cursor.next();
		this.nextKey = null;
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("The iterator is closed.");
		}
	}

	@Override
	public boolean hasNext() {
		checkOpen();
		return this.hasNext;
	}

	@Override
	@SuppressWarnings("unchecked")
	public K peekNextKey() {
		if (!hasNext()) {
			throw new NoSuchElementException("There is no further entry.");
		}
		Object key = this.nextKey;
		if (key == null) {
			key = this.cursor.key();
			this.nextKey = key;
		}
		return (K) key;
	}

	@Override
	public KeyValue<K, R> next() {
		K key = peekNextKey();
		R value = this.result.of(this.cursor.value(), this.cursor.timestamp());
		advance();
		return new KeyValue<>(key, value);
	}

	@Override
	public void close() {
		if (!this.closed) {
			this.closed = true;
			this.cursor.close();
		}
	}

	@FunctionalInterface
	private interface Result<R extends @Nullable Object> {

		R of(@Nullable Object value, long timestamp);

	}

}
