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

	/** More than a compressor looks back on. */
	private static final int PADDING = 4 * 1024 * 1024;

	private final String bootstrapServers;

	private final String topic;

	private final int partitions;

	/**
	 * Random, so that it takes the same room on a disk whether it is compressed or not.
	 */
	private final String padding;

	Load(String bootstrapServers, String topic, int partitions) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.partitions = partitions;
		Random random = new Random(1);
		StringBuilder text = new StringBuilder(PADDING);
		for (int i = 0; i < PADDING; i++) {
			text.append((char) ('!' + random.nextInt('~' - '!')));
		}
		this.padding = text.toString();
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
		int from = (key * 0x9E3779B1 >>> 1) % (PADDING - VALUE_LENGTH);
		producer.send(new ProducerRecord<>(this.topic, key % this.partitions, name,
				version + " " + this.padding.substring(from, from + VALUE_LENGTH - 2)));
	}

}
