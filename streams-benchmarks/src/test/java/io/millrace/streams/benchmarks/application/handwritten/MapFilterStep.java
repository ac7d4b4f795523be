package io.millrace.streams.benchmarks.application.handwritten;

import io.millrace.streams.benchmarks.workload.Functions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Leaves some records out and sends the others on with another value.
 */
final class MapFilterStep implements Step<String, String> {

	private final String output;

	MapFilterStep(String output) {
		this.output = output;
	}

	@Override
	public void process(ConsumerRecord<String, String> record, Producer<String, String> producer) {
		if (Functions.keep(record.value())) {
			producer.send(new ProducerRecord<>(this.output, null, record.timestamp(), record.key(),
					Functions.map(record.value()), record.headers()));
		}
	}

}
