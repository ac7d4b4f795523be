package io.millrace.streams.processor.api;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record as a {@link Processor} takes and forwards it. Key, value and timestamp don't
 * change; the headers may be changed in place, which no other branch of the topology
 * sees.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
@SuppressWarnings("JavaLangClash")
public class Record<K extends @Nullable Object, V extends @Nullable Object> implements ReadOnlyRecord<K, V> {

	private final K key;

	private final V value;

	private final long timestamp;

	private final Headers headers;

	/**
	 * Makes a record with headers.
	 * @param key the key, may be null
	 * @param value the value, may be null
	 * @param timestamp milliseconds since the epoch
	 * @param headers the headers, copied; null for none
	 * @throws StreamsException if the timestamp is negative
	 */
	@SuppressWarnings("NullAway")
	public Record(@Nullable K key, @Nullable V value, long timestamp, @Nullable Headers headers) {
		if (timestamp < 0) {
			throw new StreamsException("A record can't have the negative timestamp " + timestamp
					+ "; keep the input record's or set one.");
		}
		this.key = key;
		this.value = value;
		this.timestamp = timestamp;
		this.headers = (headers != null) ? new RecordHeaders(headers) : new RecordHeaders();
	}

	/**
	 * Makes a record without headers.
	 * @param key the key, may be null
	 * @param value the value, may be null
	 * @param timestamp milliseconds since the epoch
	 * @throws StreamsException if the timestamp is negative
	 */
	public Record(@Nullable K key, @Nullable V value, long timestamp) {
		this(key, value, timestamp, null);
	}

	@Override
	public K key() {
		return this.key;
	}

	@Override
	public V value() {
		return this.value;
	}

	@Override
	public long timestamp() {
		return this.timestamp;
	}

	@Override
	public Headers headers() {
		return this.headers;
	}

	/**
	 * A copy with another key.
	 * @param key the key, may be null
	 * @param <NewK> the type of the key
	 * @return the copy
	 */
	public <NewK extends @Nullable Object> Record<NewK, V> withKey(@Nullable NewK key) {
		return new Record<>(key, this.value, this.timestamp, this.headers);
	}

	/**
	 * A copy with another value.
	 * @param value the value, may be null
	 * @param <NewV> the type of the value
	 * @return the copy
	 */
	public <NewV extends @Nullable Object> Record<K, NewV> withValue(@Nullable NewV value) {
		return new Record<>(this.key, value, this.timestamp, this.headers);
	}

	/**
	 * A copy with another timestamp.
	 * @param timestamp milliseconds since the epoch
	 * @return the copy
	 * @throws StreamsException if the timestamp is negative
	 */
	public Record<K, V> withTimestamp(long timestamp) {
		return new Record<>(this.key, this.value, timestamp, this.headers);
	}

	/**
	 * A copy with other headers.
	 * @param headers the headers, copied
	 * @return the copy
	 */
	public Record<K, V> withHeaders(@Nullable Headers headers) {
		return new Record<>(this.key, this.value, this.timestamp, headers);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Record<?, ?> record && this.timestamp == record.timestamp
				&& Objects.equals(this.key, record.key) && Objects.equals(this.value, record.value)
				&& this.headers.equals(record.headers);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.key, this.value, this.timestamp, this.headers);
	}

	@Override
	public String toString() {
		return "Record(" + this.key + ", " + this.value + ", " + this.timestamp + ", " + this.headers + ")";
	}

}
