package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Pipes records into a topic of a topology run by a {@link TopologyTestDriver}. A record
 * without a timestamp takes the topic's time, which grows by a fixed step from record to
 * record and can be moved.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class TestInputTopic<K extends @Nullable Object, V extends @Nullable Object> {

	private final TopologyTestDriver driver;

	private final String topic;

	private final Serializer<K> keySerializer;

	private final Serializer<V> valueSerializer;

	private final Duration step;

	private Instant time;

	TestInputTopic(TopologyTestDriver driver, String topic, Serializer<K> keySerializer, Serializer<V> valueSerializer,
			Instant start, Duration step) {
		this.driver = driver;
		this.topic = Objects.requireNonNull(topic, "topicName can't be null");
		this.keySerializer = Objects.requireNonNull(keySerializer, "keySerializer can't be null");
		this.valueSerializer = Objects.requireNonNull(valueSerializer, "valueSerializer can't be null");
		this.time = notNegative(start);
		if (step.isNegative()) {
			throw new IllegalArgumentException("autoAdvance can't be negative; it is " + step);
		}
		this.step = step;
	}

	private static Instant notNegative(Instant time) {
		if (time.toEpochMilli() < 0) {
			throw new IllegalArgumentException("A timestamp can't be negative; it is " + time.toEpochMilli());
		}
		return time;
	}

	/**
	 * Moves the topic's time.
	 * @param advance how far, not negative
	 */
	public void advanceTime(Duration advance) {
		if (advance.isNegative()) {
			throw new IllegalArgumentException("Time can't go back; it was to move by " + advance);
		}
		this.time = this.time.plus(advance);
	}

	private Instant nextTime() {
		Instant now = this.time;
		this.time = now.plus(this.step);
		return now;
	}

	/**
	 * Pipes a record in.
	 * @param record the record; without a timestamp it takes the topic's time
	 */
	public void pipeInput(TestRecord<K, V> record) {
		Instant at = (record.getRecordTime() != null) ? record.getRecordTime() : nextTime();
		this.driver.pipe(this.topic, record, this.keySerializer, this.valueSerializer, at);
	}

	/**
	 * Pipes in a record without a key at the topic's time.
	 * @param value the value
	 */
	public void pipeInput(V value) {
		pipeInput(new TestRecord<>(value));
	}

	/**
	 * Pipes a record in at the topic's time.
	 * @param key the key
	 * @param value the value
	 */
	public void pipeInput(K key, V value) {
		pipeInput(new TestRecord<>(key, value));
	}

	/**
	 * Pipes in a record without a key.
	 * @param value the value
	 * @param timestamp the timestamp
	 */
	@SuppressWarnings({ "NullAway", "DataFlowIssue" })
	public void pipeInput(V value, Instant timestamp) {
		pipeInput(new TestRecord<K, V>(null, value, timestamp));
	}

	/**
	 * Pipes a record in.
	 * @param key the key
	 * @param value the value
	 * @param timestampMs milliseconds since the epoch
	 */
	public void pipeInput(K key, V value, long timestampMs) {
		pipeInput(new TestRecord<>(key, value, null, timestampMs));
	}

	/**
	 * Pipes a record in.
	 * @param key the key
	 * @param value the value
	 * @param timestamp the timestamp
	 */
	public void pipeInput(K key, V value, Instant timestamp) {
		pipeInput(new TestRecord<>(key, value, timestamp));
	}

	/**
	 * Pipes records in, one after the other.
	 * @param records the records
	 */
	public void pipeRecordList(List<? extends TestRecord<K, V>> records) {
		records.forEach(this::pipeInput);
	}

	/**
	 * Pipes records in at the topic's time.
	 * @param keyValues keys and values
	 */
	public void pipeKeyValueList(List<KeyValue<K, V>> keyValues) {
		keyValues.forEach((keyValue) -> pipeInput(keyValue.key, keyValue.value));
	}

	/**
	 * Pipes in records without keys at the topic's time.
	 * @param values the values
	 */
	public void pipeValueList(List<V> values) {
		values.forEach((value) -> pipeInput(value));
	}

	/**
	 * Pipes records in, the topic's time left as it is.
	 * @param keyValues keys and values
	 * @param startTimestamp the timestamp of the first
	 * @param advance by how much it grows from record to record
	 */
	public void pipeKeyValueList(List<KeyValue<K, V>> keyValues, Instant startTimestamp, Duration advance) {
		Instant at = startTimestamp;
		for (KeyValue<K, V> keyValue : keyValues) {
			pipeInput(keyValue.key, keyValue.value, at);
			at = at.plus(advance);
		}
	}

	/**
	 * Pipes in records without keys, the topic's time left as it is.
	 * @param values the values
	 * @param startTimestamp the timestamp of the first
	 * @param advance by how much it grows from record to record
	 */
	public void pipeValueList(List<V> values, Instant startTimestamp, Duration advance) {
		Instant at = startTimestamp;
		for (V value : values) {
			pipeInput(value, at);
			at = at.plus(advance);
		}
	}

	@Override
	public String toString() {
		return "TestInputTopic[topic=" + this.topic + "]";
	}

}
