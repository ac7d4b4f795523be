package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.internal.operator.RecordOutput;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the sinks of a task send until the record is through, then hands it to the
 * producer, or drops it if the record failed. Owned by {@link StreamTask}.
 */
final class TaskOutput implements RecordOutput {

	private final TaskProducer producer;

	private final TaskCounters counters;

	private final List<ProducerRecord<byte[], byte[]>> held = new ArrayList<>();

	private boolean sentSinceCommit;

	TaskOutput(TaskProducer producer, TaskCounters counters) {
		this.producer = producer;
		this.counters = counters;
	}

	@Override
	public void send(String sink, String topic, int partition, byte @Nullable [] key, byte @Nullable [] value,
			long timestamp, Headers headers) {
		Integer chosen = (partition >= 0) ? Integer.valueOf(partition) : null;
		Long time = (timestamp >= 0) ? Long.valueOf(timestamp) : null;
		this.held.add(new ProducerRecord<>(topic, chosen, time, key, value, headers));
	}

	@Override
	public int partitionCount(String topic) {
		return this.producer.partitionCount(topic);
	}

	/**
	 * The record is through.
	 */
	void release() {
		int count = this.held.size();
		if (count == 0) {
			return;
		}
		for (int i = 0; i < count; i++) {
			this.producer.send(this.held.get(i), null);
		}
		this.held.clear();
		this.sentSinceCommit = true;
		this.counters.sent(count);
	}

	/**
	 * The record failed.
	 */
	void drop() {
		this.held.clear();
	}

	boolean sentSinceCommit() {
		return this.sentSinceCommit;
	}

	void committed() {
		this.sentSinceCommit = false;
	}

}
