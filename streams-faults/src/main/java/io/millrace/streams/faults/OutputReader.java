package io.millrace.streams.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads what the application committed, each record once, across outages of the broker.
 * Used by {@link FaultRun}'s thread.
 */
final class OutputReader implements AutoCloseable {

	private final KafkaConsumer<byte[], byte[]> consumer;

	private final Map<String, Format> formats;

	OutputReader(String bootstrapServers, Map<String, Format> formats, int partitions) {
		this.formats = Map.copyOf(formats);
		this.consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed", "enable.auto.commit",
						"false", "auto.offset.reset", "earliest", "reconnect.backoff.max.ms", "100"),
				new ByteArrayDeserializer(), new ByteArrayDeserializer());
		List<TopicPartition> assigned = new ArrayList<>();
		for (String topic : formats.keySet()) {
			for (int partition = 0; partition < partitions; partition++) {
				assigned.add(new TopicPartition(topic, partition));
			}
		}
		this.consumer.assign(assigned);
	}

	/**
	 * Reads what has been committed since the last call.
	 */
	void read(Duration timeout, OutputComparison comparison) {
		for (ConsumerRecord<byte[], byte[]> committed : this.consumer.poll(timeout)) {
			Format format = this.formats.get(committed.topic());
			if (format != null) {
				comparison.committed(
						new Output(committed.topic(), format.key().deserialize(committed.topic(), committed.key()),
								format.value().deserialize(committed.topic(), committed.value())));
			}
		}
	}

	/**
	 * Reads all that is there.
	 */
	void readToEnd(OutputComparison comparison) {
		Map<TopicPartition, Long> ends = this.consumer.endOffsets(this.consumer.assignment());
		while (ends.entrySet().stream().anyMatch((end) -> this.consumer.position(end.getKey()) < end.getValue())) {
			read(Duration.ofMillis(100), comparison);
		}
	}

	@Override
	public void close() {
		this.consumer.close();
	}

	/**
	 * How records of a topic are read.
	 *
	 * @param key for keys
	 * @param value for values
	 */
	record Format(Deserializer<?> key, Deserializer<?> value) {
	}

}
