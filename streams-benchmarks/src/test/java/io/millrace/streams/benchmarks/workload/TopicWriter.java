package io.millrace.streams.benchmarks.workload;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Fills a topic fast, and doesn't pass over it if a record doesn't get there.
 *
 * @param <V> the type of the values
 */
final class TopicWriter<V> implements AutoCloseable {

	private final String topic;

	private final KafkaProducer<String, V> producer;

	private final AtomicReference<Exception> failure = new AtomicReference<>();

	TopicWriter(String bootstrapServers, String topic, Serializer<V> serializer) {
		this.topic = topic;
		this.producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "20", "batch.size", "262144",
						"buffer.memory", "67108864", "max.in.flight.requests.per.connection", "1"),
				new StringSerializer(), serializer);
	}

	void write(long timestamp, String key, V value) {
		this.producer.send(new ProducerRecord<>(this.topic, null, timestamp, key, value), (metadata, exception) -> {
			if (exception != null) {
				this.failure.compareAndSet(null, exception);
			}
		});
		check();
	}

	private void check() {
		if (this.failure.get() != null) {
			throw new IllegalStateException("The topic " + this.topic + " can't be filled", this.failure.get());
		}
	}

	/**
	 * Waits until everything is there.
	 */
	@Override
	public void close() {
		this.producer.close();
		check();
	}

}
