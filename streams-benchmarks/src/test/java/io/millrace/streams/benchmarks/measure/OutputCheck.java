package io.millrace.streams.benchmarks.measure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Reads what an application has committed to its output topic, so that none looks fast
 * that leaves work out. Waits until the broker has marked all of it as committed.
 */
public final class OutputCheck {

	private final String bootstrapServers;

	private final String topic;

	private final int partitions;

	private final Duration timeout;

	private long records;

	public OutputCheck(String bootstrapServers, String topic, int partitions) {
		this(bootstrapServers, topic, partitions, Duration.ofSeconds(60));
	}

	/**
	 * Prepares.
	 * @param timeout how long reading a turn's partitions to their end may take
	 */
	OutputCheck(String bootstrapServers, String topic, int partitions, Duration timeout) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.partitions = partitions;
		this.timeout = timeout;
	}

	/**
	 * Returns how many records there are.
	 */
	public long count() {
		this.records = 0;
		read(List.of(all()), (record) -> this.records++, () -> {
		});
		return this.records;
	}

	/**
	 * Returns the sum over all keys of the last value of each, which is a count. A key
	 * has one partition, so one after another will do, with a share of the keys in
	 * memory.
	 */
	public long sumOfLast() {
		this.records = 0;
		LongAdder sum = new LongAdder();
		Map<Bytes, byte[]> last = new HashMap<>();
		try (LongDeserializer deserializer = new LongDeserializer()) {
			read(all().stream().map(List::of).toList(), (record) -> put(record, last), () -> {
				last.values().forEach((value) -> sum.add(deserializer.deserialize(this.topic, value)));
				last.clear();
			});
		}
		return sum.sum();
	}

	/**
	 * Returns the last value of each key, which is a string with a number.
	 */
	public Map<String, Long> rows() {
		try (StringDeserializer keys = new StringDeserializer(); LongDeserializer values = new LongDeserializer()) {
			this.records = 0;
			Map<Bytes, byte[]> last = new HashMap<>();
			read(List.of(all()), (record) -> put(record, last), () -> {
			});
			Map<String, Long> rows = new HashMap<>();
			last.forEach((key, value) -> rows.put(keys.deserialize(this.topic, key.get()),
					values.deserialize(this.topic, value)));
			return rows;
		}
	}

	private void put(ConsumerRecord<byte[], byte[]> record, Map<Bytes, byte[]> last) {
		this.records++;
		if (record.value() != null) {
			last.put(Bytes.wrap(record.key()), record.value());
		}
		else {
			last.remove(Bytes.wrap(record.key()));
		}
	}

	/**
	 * How many records were read last.
	 */
	public long records() {
		return this.records;
	}

	private List<TopicPartition> all() {
		return IntStream.range(0, this.partitions)
			.mapToObj((partition) -> new TopicPartition(this.topic, partition))
			.toList();
	}

	/**
	 * Reads some partitions, then others.
	 * @param turns the partitions to read at a time
	 * @param action takes each record
	 * @param afterEach runs after each turn
	 */
	private void read(List<List<TopicPartition>> turns,
			java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action, Runnable afterEach) {
		try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers",
				this.bootstrapServers, "isolation.level", "read_committed", "auto.offset.reset", "earliest",
				"max.poll.records", 10_000, "fetch.max.bytes", 52_428_800, "max.partition.fetch.bytes", 8_388_608,
				// A fetch at the end of one partition holds up that of the next.
				"fetch.max.wait.ms", 10), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
			Map<TopicPartition, Long> ends = ends();
			for (List<TopicPartition> turn : turns) {
				consumer.assign(turn);
				readToTheEnd(consumer, ends, action);
				afterEach.run();
			}
		}
	}

	private Map<TopicPartition, Long> ends() {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", this.bootstrapServers))) {
			return TopicEnds.of(admin, this.topic, this.partitions);
		}
	}

	private void readToTheEnd(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends,
			java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action) {
		long deadline = System.nanoTime() + this.timeout.toNanos();
		while (consumer.assignment()
			.stream()
			.anyMatch((partition) -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
			if (System.nanoTime() > deadline) {
				throw new IllegalStateException("The topic " + this.topic + " can't be read to its end");
			}
			consumer.poll(Duration.ofMillis(100)).forEach(action);
		}
	}

}
