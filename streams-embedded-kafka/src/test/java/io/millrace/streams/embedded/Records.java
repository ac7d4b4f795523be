package io.millrace.streams.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes and reads values of topics in tests.
 */
final class Records {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private Records() {
	}

	static void write(String bootstrapServers, String topic, String... values) {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", bootstrapServers, "max.block.ms", TIMEOUT.toMillis()),
				new StringSerializer(), new StringSerializer())) {
			for (String value : values) {
				producer.send(new ProducerRecord<>(topic, value)).get();
			}
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static List<String> read(String bootstrapServers, String topic, int count) {
		List<String> values = new ArrayList<>();
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrapServers,
				ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest", "enable.auto.commit", "false"),
				new StringDeserializer(), new StringDeserializer())) {
			List<TopicPartition> partitions = consumer.partitionsFor(topic)
				.stream()
				.map((partition) -> new TopicPartition(topic, partition.partition()))
				.toList();
			consumer.assign(partitions);
			long deadline = System.nanoTime() + TIMEOUT.toNanos();
			while (values.size() < count && System.nanoTime() < deadline) {
				consumer.poll(Duration.ofMillis(100)).forEach((polled) -> values.add(polled.value()));
			}
		}
		return values;
	}

}
