package io.millrace.streams.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.application.RestoreClock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a changelog to its end and does nothing with it: what restoring can't be faster
 * than.
 */
final class BareConsumer {

	private BareConsumer() {
	}

	public static void main(String[] args) {
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", args[0], "isolation.level", "read_committed", "max.poll.records", 1000),
				new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
			List<TopicPartition> partitions = consumer.partitionsFor(args[1])
				.stream()
				.map((partition) -> new TopicPartition(args[1], partition.partition()))
				.toList();
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			RestoreClock clock = new RestoreClock();
			clock.started();
			long count = 0;
			long bytes = 0;
			while (partitions.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(Duration.ofMillis(100))) {
					count++;
					bytes += polled.value().length;
				}
			}
			clock.ended(count);
			System.out.println(bytes + " bytes of values");
		}
	}

}
