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
 * Sends records at a fixed rate. Each has for its timestamp the instant at which it is
 * due: if sending is held up, the records that wait for it count as late as they are.
 */
public final class PacedInput implements Runnable {

	private static final long PAUSE_NANOS = 1_000_000;

	private final String bootstrapServers;

	private final String topic;

	private final int keys;

	private final int perSecond;

	private final long startEpochMillis;

	private final long endEpochMillis;

	private volatile boolean stopped;

	/**
	 * Prepares.
	 * @param bootstrapServers the broker's address
	 * @param topic where records go
	 * @param keys the number of different keys
	 * @param perSecond the rate
	 * @param startEpochMillis when the first record is due
	 * @param endEpochMillis when no more records are due
	 */
	public PacedInput(String bootstrapServers, String topic, int keys, int perSecond, long startEpochMillis,
			long endEpochMillis) {
		this.bootstrapServers = bootstrapServers;
		this.topic = topic;
		this.keys = keys;
		this.perSecond = perSecond;
		this.startEpochMillis = startEpochMillis;
		this.endEpochMillis = endEpochMillis;
	}

	@Override
	public void run() {
		SplittableRandom random = new SplittableRandom(Input.SEED);
		String value = "1".repeat(InputRecords.VALUE_LENGTH);
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", this.bootstrapServers, "linger.ms", "1", "buffer.memory", "67108864"),
				new StringSerializer(), new StringSerializer())) {
			long sent = 0;
			while (!this.stopped) {
				long now = System.currentTimeMillis();
				long due = (Math.min(now, this.endEpochMillis) - this.startEpochMillis) * this.perSecond / 1000;
				while (sent < due) {
					long intended = this.startEpochMillis + sent * 1000 / this.perSecond;
					producer.send(new ProducerRecord<>(this.topic, null, intended,
							"key-" + (10_000_000 + random.nextInt(this.keys)), value));
					sent++;
				}
				if (now >= this.endEpochMillis) {
					return;
				}
				LockSupport.parkNanos(PAUSE_NANOS);
			}
		}
	}

	public void stop() {
		this.stopped = true;
	}

}
