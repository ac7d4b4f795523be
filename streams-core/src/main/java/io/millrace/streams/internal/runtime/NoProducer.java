package io.millrace.streams.internal.runtime;

import io.millrace.streams.internal.task.TaskProducer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Stands where tasks have a producer: what fills global stores has nothing to send.
 */
final class NoProducer implements TaskProducer {

	@Override
	public void send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
		throw new IllegalStateException(
				"What fills a global store sends to topic " + record.topic() + ", which is a defect in Millrace.");
	}

	@Override
	public int partitionCount(String topic) {
		throw new IllegalStateException(
				"What fills a global store sends to topic " + topic + ", which is a defect in Millrace.");
	}

}
