package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a task sends, and numbers it per topic.
 */
final class RecordingProducer implements TaskProducer {

	final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

	/** Why no partitions are known. */
	@Nullable RuntimeException failure;

	/** What can't be sent. */
	Predicate<ProducerRecord<byte[], byte[]>> tooLarge = (record) -> false;

	@Override
	public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
		if (this.tooLarge.test(record)) {
			if (callback != null) {
				callback.onCompletion(null, new RecordTooLargeException("It is too large."));
			}
			return;
		}
		long offset = this.sent.stream().filter((earlier) -> earlier.topic().equals(record.topic())).count();
		this.sent.add(record);
		if (callback != null) {
			callback.onCompletion(new RecordMetadata(new TopicPartition(record.topic(), 0), offset, 0, -1, -1, -1),
					null);
		}
	}

	@Override
	public int partitionCount(String topic) {
		if (this.failure != null) {
			throw this.failure;
		}
		return 4;
	}

	List<String> values(String topic) {
		return this.sent.stream()
			.filter((record) -> record.topic().equals(topic))
			.map((record) -> (record.value() != null) ? new String(record.value()) : "null")
			.toList();
	}

}
