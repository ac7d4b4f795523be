package io.millrace.streams.internal.operator;

import java.util.Set;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Takes the serialised results of a task's sinks. What is sent while a record is being
 * processed is held until the record is through, so a record that is skipped leaves
 * nothing behind.
 */
public interface RecordOutput {

	/**
	 * Sends one record.
	 * @param sink the sink's name, for errors
	 * @param topic the topic's full name
	 * @param partition the partition, or -1 to let the producer choose by the key
	 * @param key the serialised key
	 * @param value the serialised value
	 * @param timestamp the timestamp in milliseconds
	 * @param headers the headers, copied by the callee
	 */
	void send(String sink, String topic, int partition, byte @Nullable [] key, byte @Nullable [] value, long timestamp,
			Headers headers);

	/**
	 * The number of a topic's partitions, for custom partitioners.
	 * @param topic the topic's full name
	 * @return the count
	 */
	int partitionCount(String topic);

	/**
	 * Sends one record to several partitions.
	 */
	default void multicast(String sink, String topic, Set<Integer> partitions, byte @Nullable [] key,
			byte @Nullable [] value, long timestamp, Headers headers) {
		for (int partition : partitions) {
			send(sink, topic, partition, key, value, timestamp, headers);
		}
	}

}
