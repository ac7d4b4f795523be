package io.millrace.streams.benchmarks.measure;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.InputRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends records when they are due, with the instant at which that was for their
 * timestamp: if sending is held up at a fixed rate, the records that wait for it count as
 * late as they are.
 */
public final class PacedInput implements Runnable {

	private static final long PAUSE_NANOS = 1_000_000;

	private final String bootstrapServers;

	private final String topic;

	private final int keys;

	private final Pace pace;

	private volatile long sent;

	private volatile boolean stopped;

	/**
	 * Prepares.
	 * @param bootstrapServers the broker's address
	 * @param topic where records go
	 * @param keys the number of different keys
	 * @param pace when records are due
	 */
	public PacedInput(String bootstrapServers, String topic, int keys, Pace pace) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.keys = keys;
		this.pace = pace;
	}

	@Override
	public void run() {
		SplittableRandom random = new SplittableRandom(Input.SEED);
		String value = "1".repeat(InputRecords.VALUE_LENGTH);
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", this.bootstrapServers, "linger.ms", "1", "buffer.memory", "67108864"),
				new StringSerializer(), new StringSerializer())) {
			long number = 0;
			while (!this.stopped) {
				long now = System.currentTimeMillis();
				long due = this.pace.due(now, number);
				for (; number < due; number++) {
					producer.send(new ProducerRecord<>(this.topic, null, this.pace.timestamp(number, now),
							"key-" + (10_000_000 + random.nextInt(this.keys)), value));
				}
				this.sent = number;
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}
	}

	/**
	 * How many records have been sent so far.
	 */
	public long sent() {
		return this.sent;
	}

	public void stop() {
		this.stopped = true;
	}

}
