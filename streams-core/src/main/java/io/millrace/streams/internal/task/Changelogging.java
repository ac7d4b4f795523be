package io.millrace.streams.internal.task;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.internal.store.ChangelogWriter;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Sends the changes of one store to its changelog partition and learns the offsets that
 * they get, which the engine keeps with the content. The producer's thread reports
 * offsets; all of them are known once the producer has flushed or committed.
 */
final class Changelogging implements ChangelogWriter, Callback {

	private static final long NONE = -1;

	private final TaskProducer producer;

	private final TopicPartition partition;

	private final AtomicLong nextOffset = new AtomicLong(NONE);

	private long count;

	Changelogging(TaskProducer producer, TopicPartition partition) {
		this.producer = producer;
		this.partition = partition;
	}

	TopicPartition partition() {
		return this.partition;
	}

	@Override
	public void write(byte[] key, byte @Nullable [] value, long timestamp, @Nullable Headers headers) {
		Long time = (timestamp >= 0) ? Long.valueOf(timestamp) : null;
		this.producer.send(
				new ProducerRecord<>(this.partition.topic(), this.partition.partition(), time, key, value, headers),
				this);
		this.count++;
	}

	@Override
	public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
		if (exception == null && metadata != null && metadata.hasOffset()) {
			this.nextOffset.accumulateAndGet(metadata.offset() + 1, Math::max);
		}
	}

	/**
	 * The offset behind the last record sent since the last call.
	 */
	OptionalLong takeNextOffset() {
		long next = this.nextOffset.getAndSet(NONE);
		return (next == NONE) ? OptionalLong.empty() : OptionalLong.of(next);
	}

	/**
	 * How many records were sent since the last call.
	 */
	long takeCount() {
		long taken = this.count;
		this.count = 0;
		return taken;
	}

	void forget() {
		this.nextOffset.set(NONE);
		this.count = 0;
	}

}
