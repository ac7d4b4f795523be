package io.millrace.streams.benchmarks.application.handwritten;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.application.Application;
import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.application.RestoreClock;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the changelog to its end and does nothing with it: what restoring can't be faster
 * than.
 */
public final class ChangelogReader implements Application {

	private final ApplicationSettings settings;

	private final Thread thread = new Thread(this::read, "reader");

	public ChangelogReader(ApplicationSettings settings) {
		this.settings = settings;
	}

	@Override
	public void start() {
		this.thread.start();
	}

	private void read() {
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers",
				this.settings.bootstrapServers(), "isolation.level", "read_committed", "max.poll.records", 1000),
				new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
			List<TopicPartition> partitions = consumer.partitionsFor(this.settings.changelog())
				.stream()
				.map((partition) -> new TopicPartition(partition.topic(), partition.partition()))
				.toList();
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			RestoreClock clock = new RestoreClock();
			clock.started();
			long count = 0;
			while (partitions.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				count += consumer.poll(Duration.ofMillis(100)).count();
			}
			clock.ended(count);
		}
	}

	@Override
	public void stop() {
	}

}
