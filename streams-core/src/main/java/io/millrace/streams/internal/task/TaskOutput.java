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

	/** Where each of {@link #held} is from; empty unless somebody wants to know. */
	private final List<SendFailures.@Nullable Origin> origins = new ArrayList<>();

	private final List<ProducerRecord<byte[], byte[]>> owed = new ArrayList<>();

	private @Nullable SendFailures failures;

	private boolean owedSent;

	private boolean sentSinceCommit;

	TaskOutput(TaskProducer producer, TaskCounters counters) {
		this.producer = producer;
		this.counters = counters;
	}

	/**
	 * Has results watched that the producer may fail to send.
	 */
	void watch(SendFailures failures) {
		this.failures = failures;
	}

	@Override
	public void send(String sink, String topic, int partition, byte @Nullable [] key, byte @Nullable [] value,
			long timestamp, Headers headers) {
		Integer chosen = (partition >= 0) ? Integer.valueOf(partition) : null;
		Long time = (timestamp >= 0) ? Long.valueOf(timestamp) : null;
		this.held.add(new ProducerRecord<>(topic, chosen, time, key, value, headers));
		if (this.failures != null) {
			this.origins.add(this.failures.origin(sink));
		}
	}

	/**
	 * Sends records that no operator made.
	 */
	void send(List<ProducerRecord<byte[], byte[]>> letters) {
		this.held.addAll(letters);
		if (this.failures != null) {
			letters.forEach((letter) -> this.origins.add(null));
		}
	}

	/**
	 * Sends records, again and again until they are committed: what is undone meanwhile
	 * isn't repeated.
	 */
	void owe(List<ProducerRecord<byte[], byte[]>> letters) {
		this.owed.addAll(letters);
	}

	/**
	 * Sends what is owed, unless that's done.
	 */
	void settleDebts() {
		if (!this.owed.isEmpty() && !this.owedSent) {
			this.owedSent = true;
			send(this.owed);
			release();
		}
	}

	@Override
	public int partitionCount(String topic) {
		try {
			return this.producer.partitionCount(topic);
		}
		catch (RuntimeException ex) {
			throw new UnknownPartitionsException(ex);
		}
	}

	/**
	 * The record is through.
	 */
	void release() {
		int count = this.held.size();
		if (count == 0) {
			return;
		}
		this.sentSinceCommit = true;
		for (int i = 0; i < count; i++) {
			SendFailures.Origin origin = (this.failures != null) ? this.origins.get(i) : null;
			if (this.failures != null && origin != null) {
				this.failures.send(this.producer, this.held.get(i), origin);
			}
			else {
				this.producer.send(this.held.get(i), null);
			}
		}
		this.held.clear();
		this.origins.clear();
		this.counters.sent(count);
	}

	/**
	 * The record failed.
	 */
	void drop() {
		this.held.clear();
		this.origins.clear();
	}

	boolean sentSinceCommit() {
		return this.sentSinceCommit;
	}

	void committed() {
		if (this.owedSent) {
			this.owed.clear();
		}
		undone();
		if (this.failures != null) {
			this.failures.committed();
		}
	}

	/**
	 * All since the last commit is undone.
	 */
	void aborted() {
		drop();
		undone();
		if (this.failures != null) {
			this.failures.aborted();
		}
	}

	private void undone() {
		this.owedSent = false;
		this.sentSinceCommit = false;
	}

}
