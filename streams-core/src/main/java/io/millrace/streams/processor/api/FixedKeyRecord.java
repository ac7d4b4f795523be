package io.millrace.streams.processor.api;

import java.util.Objects;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record as a {@link FixedKeyProcessor} takes and forwards it: it can't be made from
 * nothing, only derived from the record that came in, so its key stays. The headers may
 * be changed in place, which no other branch of the topology sees.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public final class FixedKeyRecord<K extends @Nullable Object, V extends @Nullable Object> {

	private final K key;

	private final V value;

	private final long timestamp;

	private final Headers headers;

	@SuppressWarnings("NullAway")
	FixedKeyRecord(@Nullable K key, @Nullable V value, long timestamp, @Nullable Headers headers) {
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
	 * The key.
	 * @return the key, may be null
	 */
	public K key() {
		return this.key;
	}

	/**
	 * The value.
	 * @return the value, may be null
	 */
	public V value() {
		return this.value;
	}

	/**
	 * The timestamp.
	 * @return milliseconds since the epoch
	 */
	public long timestamp() {
		return this.timestamp;
	}

	/**
	 * The headers.
	 * @return the headers
	 */
	public Headers headers() {
		return this.headers;
	}

	/**
	 * A copy with another value.
	 * @param value the value, may be null
	 * @param <NewV> the type of the value
	 * @return the copy
	 */
	public <NewV extends @Nullable Object> FixedKeyRecord<K, NewV> withValue(@Nullable NewV value) {
		return new FixedKeyRecord<>(this.key, value, this.timestamp, this.headers);
	}

	/**
	 * A copy with another timestamp.
	 * @param timestamp milliseconds since the epoch
	 * @return the copy
	 * @throws StreamsException if the timestamp is negative
	 */
	public FixedKeyRecord<K, V> withTimestamp(long timestamp) {
		return new FixedKeyRecord<>(this.key, this.value, timestamp, this.headers);
	}

	/**
	 * A copy with other headers.
	 * @param headers the headers, copied
	 * @return the copy
	 */
	public FixedKeyRecord<K, V> withHeaders(@Nullable Headers headers) {
		return new FixedKeyRecord<>(this.key, this.value, this.timestamp, headers);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof FixedKeyRecord<?, ?> record && this.timestamp == record.timestamp
				&& Objects.equals(this.key, record.key) && Objects.equals(this.value, record.value)
				&& this.headers.equals(record.headers);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.key, this.value, this.timestamp, this.headers);
	}

	@Override
	public String toString() {
		return "FixedKeyRecord(" + this.key + ", " + this.value + ", " + this.timestamp + ", " + this.headers + ")";
	}

}
