package io.millrace.streams.benchmarks;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.millrace.streams.benchmarks.process.Child;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends marked records and waits until the application has committed what comes of them.
 */
final class Markers implements AutoCloseable {

	static final String PREFIX = "marker ";

	private final String input;

	private final int partitions;

	private final KafkaProducer<String, String> producer;

	private final KafkaConsumer<String, String> consumer;

	private final Map<String, Set<String>> results = new HashMap<>();

	Markers(String bootstrapServers, String input, String output, int partitions) {
		this.input = input;
		this.partitions = partitions;
		this.producer = new KafkaProducer<>(Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(),
				new StringSerializer());
		this.consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrapServers, "isolation.level",
				"read_committed", "auto.offset.reset", "earliest"), new StringDeserializer(), new StringDeserializer());
		List<TopicPartition> assigned = IntStream.range(0, partitions)
			.mapToObj((partition) -> new TopicPartition(output, partition))
			.toList();
		this.consumer.assign(assigned);
	}

	/**
	 * Sends a marker to each partition.
	 */
	void send(String phase) {
		for (int partition = 0; partition < this.partitions; partition++) {
			this.producer.send(new ProducerRecord<>(this.input, partition, "marker-" + phase + "-" + partition,
					PREFIX + phase + " " + partition));
		}
		this.producer.flush();
	}

	/**
	 * Waits for results of a phase.
	 * @param all whether a result of each partition is waited for, or any
	 * @return whether they came in time
	 */
	boolean await(String phase, boolean all, Duration timeout, Child child) {
		Set<String> seen = this.results.computeIfAbsent(phase, (any) -> new HashSet<>());
		long deadline = System.nanoTime() + timeout.toNanos();
		while (seen.size() < (all ? this.partitions : 1)) {
			if (System.nanoTime() > deadline || !child.alive()) {
				return false;
			}
			this.consumer.poll(Duration.ofMillis(5)).forEach((result) -> {
				if (result.value().startsWith(PREFIX + phase + " ")) {
					seen.add(result.value());
				}
			});
		}
		return true;
	}

	@Override
	public void close() {
		this.producer.close();
		this.consumer.close();
	}

}
