package io.millrace.streams.test;

import java.time.Instant;
import java.util.Objects;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record as a test pipes it in or reads it: key, value, timestamp and headers. Two
 * records are equal if all four are.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public class TestRecord<K extends @Nullable Object, V extends @Nullable Object> {

	private final K key;

	private final V value;

	private final Headers headers;

	private final @Nullable Instant recordTime;

	/**
	 * A record.
	 * @param key the key
	 * @param value the value
	 * @param headers the headers, copied; null for none
	 * @param recordTime the timestamp; null to take the input topic's time
	 */
	public TestRecord(K key, V value, @Nullable Headers headers, @Nullable Instant recordTime) {
		this.key = key;
		this.value = value;
		this.headers = (headers != null) ? new RecordHeaders(headers) : new RecordHeaders();
		this.recordTime = recordTime;
	}

	/**
	 * A record.
	 * @param key the key
	 * @param value the value
	 * @param headers the headers, copied; null for none
	 * @param timestampMs milliseconds since the epoch; null to take the input topic's
	 * time
	 * @throws IllegalArgumentException if the timestamp is negative
	 */
	public TestRecord(K key, V value, @Nullable Headers headers, @Nullable Long timestampMs) {
		this(key, value, headers, instant(timestampMs));
	}

	/**
	 * A record without headers.
	 * @param key the key
	 * @param value the value
	 * @param recordTime the timestamp
	 */
	public TestRecord(K key, V value, Instant recordTime) {
		this(key, value, null, recordTime);
	}

	/**
	 * A record that takes the input topic's time.
	 * @param key the key
	 * @param value the value
	 * @param headers the headers, copied
	 */
	public TestRecord(K key, V value, @Nullable Headers headers) {
		this(key, value, headers, (Instant) null);
	}

	/**
	 * A record without headers that takes the input topic's time.
	 * @param key the key
	 * @param value the value
	 */
	public TestRecord(K key, V value) {
		this(key, value, null, (Instant) null);
	}

	/**
	 * A record without key and headers that takes the input topic's time.
	 * @param value the value
	 */
	@SuppressWarnings({ "NullAway", "DataFlowIssue" })
	public TestRecord(V value) {
		this(null, value, null, (Instant) null);
	}

	/**
	 * Takes over a record that was consumed.
	 * @param record the record
	 */
	public TestRecord(ConsumerRecord<K, V> record) {
		this(record.key(), record.value(), record.headers(), instant(record.timestamp()));
	}

	/**
	 * Takes over a record to be produced.
	 * @param record the record
	 */
	public TestRecord(ProducerRecord<K, V> record) {
		this(record.key(), record.value(), record.headers(), instant(record.timestamp()));
	}

	private static @Nullable Instant instant(@Nullable Long timestampMs) {
		if (timestampMs == null) {
			return null;
		}
		if (timestampMs < 0) {
			throw new IllegalArgumentException("A timestamp can't be negative; it is " + timestampMs);
		}
		return Instant.ofEpochMilli(timestampMs);
	}

	/**
	 * The headers.
	 * @return the headers
	 */
	public Headers headers() {
		return this.headers;
	}

	/**
	 * The key.
	 * @return the key, possibly null
	 */
	public K key() {
		return this.key;
	}

	/**
	 * The value.
	 * @return the value, possibly null
	 */
	public V value() {
		return this.value;
	}

	/**
	 * The timestamp.
	 * @return milliseconds since the epoch, or null if none was given
	 */
	public @Nullable Long timestamp() {
		return (this.recordTime != null) ? this.recordTime.toEpochMilli() : null;
	}

	/**
	 * The headers.
	 * @return the headers
	 */
	public Headers getHeaders() {
		return headers();
	}

	/**
	 * The key.
	 * @return the key, possibly null
	 */
	public K getKey() {
		return key();
	}

	/**
	 * The value.
	 * @return the value, possibly null
	 */
	public V getValue() {
		return value();
	}

	/**
	 * The timestamp.
	 * @return the timestamp, or null if none was given
	 */
	public @Nullable Instant getRecordTime() {
		return this.recordTime;
	}

	/**
	 * Whether another record is equal; test records carry no partition.
	 * @param other the record to compare with
	 * @return true if key, value, timestamp and headers are equal
	 */
	public boolean equalsIgnorePartition(TestRecord<? extends K, ? super V> other) {
		return equals(other);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TestRecord<?, ?> record && Objects.equals(this.key, record.key)
				&& Objects.equals(this.value, record.value) && Objects.equals(this.headers, record.headers)
				&& Objects.equals(this.recordTime, record.recordTime);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.key, this.value, this.headers, this.recordTime);
	}

	@Override
	public String toString() {
		return "TestRecord[key=" + this.key + ", value=" + this.value + ", headers=" + this.headers + ", recordTime="
				+ this.recordTime + "]";
	}

}
