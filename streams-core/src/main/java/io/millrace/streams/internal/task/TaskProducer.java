package io.millrace.streams.internal.task;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Where a task's results and changelogs go: the producer of its thread, within the
 * thread's transaction, or the test driver's capture. Called by the task's thread only.
 */
public interface TaskProducer {

	/**
	 * Sends one record; a failure that comes later surfaces at the next call or at the
	 * commit.
	 * @param record the record
	 * @param callback told the offset, on another thread; null for none
	 */
	void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback);

	/**
	 * The number of partitions of a topic.
	 * @param topic the topic's full name
	 * @return the count
	 */
	int partitionCount(String topic);

}
