package io.millrace.streams;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a topology run by a {@link TopologyTestDriver} wrote to a topic. Each record
 * is read once.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public class TestOutputTopic<K extends @Nullable Object, V extends @Nullable Object> {

	private final TopologyTestDriver driver;

	private final String topic;

	private final Deserializer<K> keyDeserializer;

	private final Deserializer<V> valueDeserializer;

	TestOutputTopic(TopologyTestDriver driver, String topic, Deserializer<K> keyDeserializer,
			Deserializer<V> valueDeserializer) {
		this.driver = driver;
		this.topic = topic;
		this.keyDeserializer = keyDeserializer;
		this.valueDeserializer = valueDeserializer;
	}

	/**
	 * Reads the next record's value.
	 * @return the value
	 * @throws java.util.NoSuchElementException if there is none
	 */
	public V readValue() {
		return readRecord().value();
	}

	/**
	 * Reads the next record's key and value.
	 * @return key and value
	 * @throws java.util.NoSuchElementException if there is none
	 */
	public KeyValue<K, V> readKeyValue() {
		TestRecord<K, V> record = readRecord();
		return new KeyValue<>(record.key(), record.value());
	}

	/**
	 * Reads the next record.
	 * @return the record
	 * @throws java.util.NoSuchElementException if there is none
	 */
	public TestRecord<K, V> readRecord() {
		return this.driver.read(this.topic, this.keyDeserializer, this.valueDeserializer);
	}

	/**
	 * Reads all records that are left.
	 * @return the records in their order; may be empty
	 */
	public List<TestRecord<K, V>> readRecordsToList() {
		List<TestRecord<K, V>> records = new ArrayList<>();
		while (!isEmpty()) {
			records.add(readRecord());
		}
		return records;
	}

	/**
	 * Reads all records that are left and keeps the last value of each key, as a table
	 * would.
	 * @return the values by key
	 * @throws IllegalStateException if a key is null
	 */
	public Map<K, V> readKeyValuesToMap() {
		Map<K, V> values = new LinkedHashMap<>();
		for (TestRecord<K, V> record : readRecordsToList()) {
			if (record.key() == null) {
				throw new IllegalStateException(
						"A record of topic " + this.topic + " has no key, so it has no place in a map.");
			}
			values.put(record.key(), record.value());
		}
		return values;
	}

	/**
	 * Reads keys and values of all records that are left.
	 * @return keys and values in their order; may be empty
	 */
	public List<KeyValue<K, V>> readKeyValuesToList() {
		return readRecordsToList().stream().map((record) -> new KeyValue<>(record.key(), record.value())).toList();
	}

	/**
	 * Reads the values of all records that are left.
	 * @return the values in their order; may be empty
	 */
	public List<V> readValuesToList() {
		List<V> values = new ArrayList<>();
		readRecordsToList().forEach((record) -> values.add(record.value()));
		return values;
	}

	/**
	 * How many records are left to read.
	 * @return the count
	 */
	public final long getQueueSize() {
		return this.driver.size(this.topic);
	}

	/**
	 * Whether all records are read.
	 * @return true if none is left
	 */
	public final boolean isEmpty() {
		return getQueueSize() == 0;
	}

	@Override
	public String toString() {
		return "TestOutputTopic[topic=" + this.topic + "]";
	}

}
