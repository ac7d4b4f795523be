package io.millrace.streams.processor;

import org.apache.kafka.common.TopicPartition;

public interface StateRestoreListener {

	void onRestoreStart(TopicPartition topicPartition, String name, long timestamp, long timestamp2);

	void onBatchRestored(TopicPartition topicPartition, String name, long timestamp, long timestamp2);

	void onRestoreEnd(TopicPartition topicPartition, String name, long timestamp);

	default void onRestoreSuspended(TopicPartition topicPartition, String name, long timestamp) {
		throw new UnsupportedOperationException();
	}

}
