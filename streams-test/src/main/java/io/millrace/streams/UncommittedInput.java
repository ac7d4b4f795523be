package io.millrace.streams;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.internal.task.StreamTask;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The input that tasks were given and haven't committed, which the driver gives them
 * again after an abort, as a broker would.
 */
final class UncommittedInput {

	private final Map<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();

	void give(StreamTask task, TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
		this.byPartition.computeIfAbsent(partition, (key) -> new ArrayDeque<>()).add(record);
		task.enqueue(partition, List.of(record));
	}

	/**
	 * The task has committed what it has taken.
	 */
	void committed(StreamTask task) {
		for (TopicPartition partition : task.inputPartitions()) {
			Deque<ConsumerRecord<byte[], byte[]>> records = this.byPartition.get(partition);
			while (records != null && records.size() > task.buffered(partition)) {
				records.remove();
			}
		}
	}

	/**
	 * The task went back to its last commit.
	 */
	void aborted(StreamTask task) {
		for (TopicPartition partition : task.inputPartitions()) {
			Deque<ConsumerRecord<byte[], byte[]>> records = this.byPartition.get(partition);
			if (records != null && !records.isEmpty()) {
				task.enqueue(partition, new ArrayList<>(records));
			}
		}
	}

}
