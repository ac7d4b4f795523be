package io.millrace.streams.benchmarks;

import java.util.Map;
import java.util.Random;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Fills an input topic: keys one after another, or a stream of updates of random keys.
 */
final class Load {

	private static final int VALUE_LENGTH = 100;

	private final String bootstrapServers;

	private final String topic;

	private final int partitions;

	private final String padding = "x".repeat(VALUE_LENGTH - 12);

	Load(String bootstrapServers, String topic, int partitions) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.partitions = partitions;
	}

	private KafkaProducer<String, String> producer() {
		return new KafkaProducer<>(Map.of("bootstrap.servers", this.bootstrapServers, "linger.ms", "20", "batch.size",
				"262144", "buffer.memory", "67108864"), new StringSerializer(), new StringSerializer());
	}

	void fill(int keys) {
		try (KafkaProducer<String, String> producer = producer()) {
			for (int key = 0; key < keys; key++) {
				send(producer, key, 0);
			}
		}
	}

	/**
	 * Sends updates, about so many a second, for a while.
	 */
	void update(int keys, int perSecond, int millis) throws InterruptedException {
		Random random = new Random(keys);
		try (KafkaProducer<String, String> producer = producer()) {
			for (int elapsed = 0; elapsed < millis; elapsed += 20) {
				for (int i = 0; i < perSecond / 50; i++) {
					send(producer, random.nextInt(keys), 1);
				}
				Thread.sleep(20);
			}
		}
	}

	private void send(KafkaProducer<String, String> producer, int key, int version) {
		// Spread over the state as hashed keys would be.
		String name = String.format("%08x", key * 0x9E3779B1) + String.format("%08x", key);
		producer.send(new ProducerRecord<>(this.topic, key % this.partitions, name,
				String.format("%010d", key) + version + " " + this.padding));
	}

}
