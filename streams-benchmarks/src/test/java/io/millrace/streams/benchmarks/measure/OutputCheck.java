package io.millrace.streams.benchmarks.measure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Reads what an application has committed to its output topic, so that none looks fast
 * that leaves work out.
 */
public final class OutputCheck {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final String bootstrapServers;

	private final String topic;

	private final int partitions;

	private long records;

	public OutputCheck(String bootstrapServers, String topic, int partitions) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.partitions = partitions;
	}

	/**
	 * Returns how many records there are.
	 */
	public long count() {
		this.records = 0;
		read((record) -> this.records++);
		return this.records;
	}

	/**
	 * Returns the sum over all keys of the last value of each, which is a count.
	 */
	public long sumOfLast() {
		try (LongDeserializer deserializer = new LongDeserializer()) {
			return last().values().stream().mapToLong((value) -> deserializer.deserialize(this.topic, value)).sum();
		}
	}

	/**
	 * Returns the last value of each key, which is a string with a number.
	 */
	public Map<String, Long> rows() {
		try (StringDeserializer keys = new StringDeserializer(); LongDeserializer values = new LongDeserializer()) {
			Map<String, Long> rows = new HashMap<>();
			last().forEach((key, value) -> rows.put(keys.deserialize(this.topic, key.get()),
					values.deserialize(this.topic, value)));
			return rows;
		}
	}

	private Map<Bytes, byte[]> last() {
		Map<Bytes, byte[]> last = new HashMap<>();
		this.records = 0;
		read((record) -> {
			this.records++;
			if (record.value() != null) {
				last.put(Bytes.wrap(record.key()), record.value());
			}
			else {
				last.remove(Bytes.wrap(record.key()));
			}
		});
		return last;
	}

	/**
	 * How many records were read last.
	 */
	public long records() {
		return this.records;
	}

	private void read(java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action) {
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", this.bootstrapServers, "isolation.level", "read_committed",
						"auto.offset.reset", "earliest", "max.poll.records", 10_000, "fetch.max.bytes", 52_428_800,
						"max.partition.fetch.bytes", 8_388_608),
				new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
			List<TopicPartition> assigned = IntStream.range(0, this.partitions)
				.mapToObj((partition) -> new TopicPartition(this.topic, partition))
				.toList();
			consumer.assign(assigned);
			Map<TopicPartition, Long> ends = consumer.endOffsets(assigned);
			long deadline = System.nanoTime() + TIMEOUT.toNanos();
			while (assigned.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				if (System.nanoTime() > deadline) {
					throw new IllegalStateException("The topic " + this.topic + " can't be read to its end");
				}
				consumer.poll(Duration.ofMillis(100)).forEach(action);
			}
		}
	}

}
