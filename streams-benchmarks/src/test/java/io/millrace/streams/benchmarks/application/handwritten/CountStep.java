package io.millrace.streams.benchmarks.application.handwritten;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Counts by key in a map, sends each new count, and writes the last count of each key
 * that changed to a changelog with every commit. It never reads the changelog: a loop for
 * production would be longer, but not slower.
 */
final class CountStep implements Step<byte[], Long> {

	private final String output;

	private final String changelog;

	private final Map<String, Count> counts = new HashMap<>();

	private final List<Count> changed = new ArrayList<>();

	CountStep(String output, String changelog) {
		this.output = output;
		this.changelog = changelog;
	}

	@Override
	public void process(ConsumerRecord<String, byte[]> record, Producer<String, Long> producer) {
		Count count = this.counts.get(record.key());
		if (count == null) {
			count = new Count(record.key(), record.partition());
			this.counts.put(count.key, count);
		}
		count.value++;
		count.timestamp = Math.max(count.timestamp, record.timestamp());
		if (!count.changed) {
			count.changed = true;
			this.changed.add(count);
		}
		producer
			.send(new ProducerRecord<>(this.output, null, count.timestamp, count.key, count.value, record.headers()));
	}

	@Override
	public void beforeCommit(Producer<String, Long> producer) {
		for (Count count : this.changed) {
			count.changed = false;
			producer
				.send(new ProducerRecord<>(this.changelog, count.partition, count.timestamp, count.key, count.value));
		}
		this.changed.clear();
	}

	private static final class Count {

		private final String key;

		private final int partition;

		private long value;

		private long timestamp;

		private boolean changed;

		private Count(String key, int partition) {
			this.key = key;
			this.partition = partition;
		}

	}

}
