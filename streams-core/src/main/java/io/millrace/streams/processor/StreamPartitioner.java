package io.millrace.streams.processor;

import java.util.Optional;
import java.util.Set;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partitions that a record is written to.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@FunctionalInterface
public interface StreamPartitioner<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * Chooses the partitions of a record.
	 * @param topic the topic that is written to
	 * @param key the key, may be null
	 * @param value the value, may be null
	 * @param numPartitions how many partitions the topic has
	 * @return the partitions: several for a copy to each, an empty set to drop the
	 * record; an empty optional to let the producer choose by the key
	 */
	Optional<Set<Integer>> partitions(String topic, @Nullable K key, @Nullable V value, int numPartitions);

	/**
	 * Chooses the partitions of a record by its headers also. Leaves them aside unless
	 * overridden.
	 * @param topic the topic that is written to
	 * @param key the key, may be null
	 * @param value the value, may be null
	 * @param headers the headers
	 * @param numPartitions how many partitions the topic has
	 * @return as {@link #partitions(String, Object, Object, int)}
	 */
	default Optional<Set<Integer>> partitions(String topic, @Nullable K key, @Nullable V value, Headers headers,
			int numPartitions) {
		return partitions(topic, key, value, numPartitions);
	}

}
