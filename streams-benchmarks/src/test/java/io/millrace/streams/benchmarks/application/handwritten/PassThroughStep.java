package io.millrace.streams.benchmarks.application.handwritten;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends each record on.
 */
final class PassThroughStep implements Step<byte[], byte[]> {

	private final String output;

	PassThroughStep(String output) {
		this.output = output;
	}

	@Override
	public void process(ConsumerRecord<String, byte[]> record, Producer<String, byte[]> producer) {
		producer.send(new ProducerRecord<>(this.output, null, record.timestamp(), record.key(), record.value(),
				record.headers()));
	}

}
