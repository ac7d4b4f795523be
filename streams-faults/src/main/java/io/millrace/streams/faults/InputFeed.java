package io.millrace.streams.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes inputs, sends them, and has the model say what must come of them. Used by
 * {@link FaultRun}'s thread.
 */
final class InputFeed implements AutoCloseable {

	private final KafkaProducer<byte[], byte[]> producer;

	private final InputGenerator generator;

	private final ReferenceModel model;

	private final OutputComparison comparison;

	private final Random random;

	private final List<Future<RecordMetadata>> underWay = new ArrayList<>();

	private long sent;

	InputFeed(String bootstrapServers, InputGenerator generator, ReferenceModel model, OutputComparison comparison,
			long seed) {
		// Idempotent, so that an outage of the broker neither doubles nor reorders
		// inputs.
		this.producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "enable.idempotence", "true",
						"delivery.timeout.ms", "120000", "reconnect.backoff.max.ms", "100"),
				new ByteArraySerializer(), new ByteArraySerializer());
		this.generator = generator;
		this.model = model;
		this.comparison = comparison;
		this.random = new Random(seed);
	}

	/**
	 * Sends some inputs; they are under way when this returns.
	 */
	void send(int count) {
		for (int i = 0; i < count; i++) {
			Input input = this.generator.next(this.random, this.sent++);
			this.model.process(input, this.comparison::expect);
			this.underWay.add(this.producer.send(new ProducerRecord<>(input.topic(), input.partition(),
					input.timestamp(), input.key(), input.value())));
		}
	}

	/**
	 * Waits until the broker has all that was sent.
	 */
	void await() {
		this.producer.flush();
		try {
			for (Future<RecordMetadata> future : this.underWay) {
				future.get();
			}
		}
		catch (ExecutionException ex) {
			throw new FaultRunException("An input couldn't be sent: " + ex.getCause(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new FaultRunException("Interrupted while sending inputs", ex);
		}
		this.underWay.clear();
	}

	long sent() {
		return this.sent;
	}

	@Override
	public void close() {
		this.producer.close();
	}

}
