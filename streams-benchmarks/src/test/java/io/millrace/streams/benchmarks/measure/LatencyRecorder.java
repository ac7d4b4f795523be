package io.millrace.streams.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads results as they are committed and takes for each the time since its last input
 * was due, in milliseconds.
 */
public final class LatencyRecorder implements AutoCloseable {

	private static final long MOST_MILLIS = Duration.ofMinutes(10).toMillis();

	private final KafkaConsumer<byte[], byte[]> consumer;

	private final Histogram histogram = new Histogram(1, MOST_MILLIS, 3);

	private volatile long seen = System.currentTimeMillis();

	public LatencyRecorder(String bootstrapServers, String topic, int partitions) {
		this.consumer = new KafkaConsumer<>(
				Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed", "auto.offset.reset",
						"earliest", "max.poll.records", 10_000),
				new ByteArrayDeserializer(), new ByteArrayDeserializer());
		this.consumer.assign(
				IntStream.range(0, partitions).mapToObj((partition) -> new TopicPartition(topic, partition)).toList());
	}

	/**
	 * Waits for results for a moment.
	 * @param from results of input that was due earlier don't count
	 * @param to nor do those of input that was due later
	 * @return whether a result of input from after {@code to} has come, in this call or
	 * before
	 */
	public boolean poll(long from, long to) {
		List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
		this.consumer.poll(Duration.ofMillis(100)).forEach(polled::add);
		long now = System.currentTimeMillis();
		long last = this.seen;
		for (ConsumerRecord<byte[], byte[]> record : polled) {
			last = Math.max(last, record.timestamp());
			if (record.timestamp() >= from && record.timestamp() < to) {
				this.histogram.recordValue(Math.min(MOST_MILLIS, Math.max(0, now - record.timestamp())));
			}
		}
		this.seen = last;
		return last >= to;
	}

	/**
	 * The timestamp of the last input that there is a result of; at first, when this was
	 * made.
	 */
	public long seen() {
		return this.seen;
	}

	public Histogram histogram() {
		return this.histogram;
	}

	@Override
	public void close() {
		this.consumer.close();
	}

}
