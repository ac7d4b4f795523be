package io.millrace.streams;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import io.millrace.streams.internal.task.TaskProducer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for the producer and the broker behind it: keeps what tasks send by topic and
 * gives it offsets. Results of a task count once it has committed.
 */
final class CapturingProducer implements TaskProducer {

	private final Map<String, Queue<ProducerRecord<byte[], byte[]>>> byTopic = new LinkedHashMap<>();

	private final Queue<ProducerRecord<byte[], byte[]>> fresh = new ArrayDeque<>();

	private final List<ProducerRecord<byte[], byte[]>> uncommitted = new ArrayList<>();

	private final Map<TopicPartition, Long> offsets = new HashMap<>();

	@Override
	public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
		this.uncommitted.add(record);
		if (callback != null) {
			TopicPartition partition = new TopicPartition(record.topic(),
					(record.partition() != null) ? record.partition() : 0);
			long offset = this.offsets.merge(partition, 1L, Long::sum) - 1;
			long timestamp = (record.timestamp() != null) ? record.timestamp() : -1;
			callback.onCompletion(new RecordMetadata(partition, offset, 0, timestamp, -1, -1), null);
		}
	}

	/**
	 * What was sent since the last commit counts.
	 */
	void commit() {
		for (ProducerRecord<byte[], byte[]> record : this.uncommitted) {
			this.byTopic.computeIfAbsent(record.topic(), (topic) -> new ArrayDeque<>()).add(record);
			this.fresh.add(record);
		}
		this.uncommitted.clear();
	}

	/**
	 * What was sent since the last commit was never sent.
	 */
	void abort() {
		this.uncommitted.clear();
	}

	@Override
	public int partitionCount(String topic) {
		return 1;
	}

	/**
	 * Takes the oldest record that was not passed on yet.
	 */
	@Nullable ProducerRecord<byte[], byte[]> pollFresh() {
		return this.fresh.poll();
	}

	/**
	 * Takes the oldest record of a topic that the test has not read yet.
	 */
	@Nullable ProducerRecord<byte[], byte[]> poll(String topic) {
		Queue<ProducerRecord<byte[], byte[]>> records = this.byTopic.get(topic);
		return (records != null) ? records.poll() : null;
	}

	boolean knows(String topic) {
		return this.byTopic.containsKey(topic);
	}

	int size(String topic) {
		Queue<ProducerRecord<byte[], byte[]>> records = this.byTopic.get(topic);
		return (records != null) ? records.size() : 0;
	}

	Set<String> topics() {
		return Set.copyOf(this.byTopic.keySet());
	}

}
