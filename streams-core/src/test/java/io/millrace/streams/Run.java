package io.millrace.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

import io.millrace.streams.internal.runtime.RuntimeProbe;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

import static org.awaitility.Awaitility.await;

/**
 * One application under test: its id, topics and settings, and means to feed it and to
 * look at what it did.
 */
final class Run {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final Duration STARTING = Duration.ofSeconds(30);

	private static final int FETCH_MAX_WAIT_MILLIS = 50;

	private final Cluster cluster;

	private final String name;

	private final int partitions;

	private final Path stateDirectory;

	Run(Cluster cluster, String name, int partitions) {
		this.cluster = cluster;
		this.name = name;
		this.partitions = partitions;
		this.stateDirectory = Path.of("target", "state", UUID.randomUUID().toString());
	}

	String name() {
		return this.name;
	}

	String input() {
		return this.name + "-in";
	}

	String output() {
		return this.name + "-out";
	}

	StreamsConfig config(Object... more) {
		Map<String, Object> settings = new HashMap<>();
		settings.put("application.id", this.name);
		settings.put("state.dir", this.stateDirectory.toString());
		settings.put("bootstrap.servers", this.cluster.bootstrapServers());
		settings.put("default.key.serde", Serdes.StringSerde.class);
		settings.put("default.value.serde", Serdes.StringSerde.class);
		// Short waits: after an abort and at the end a client waits for the fetch that is
		// under way, at the start for its next try to find a coordinator.
		settings.put("poll.ms", 20);
		settings.put("consumer.fetch.max.wait.ms", FETCH_MAX_WAIT_MILLIS);
		settings.put("producer.retry.backoff.ms", 20);
		for (int i = 0; i < more.length; i += 2) {
			settings.put((String) more[i], more[i + 1]);
		}
		return new StreamsConfig(settings);
	}

	/**
	 * Settings with which commits come only when a record asks for them.
	 */
	StreamsConfig onRequest(Object... more) {
		Object[] all = new Object[more.length + 4];
		System.arraycopy(more, 0, all, 4, more.length);
		all[0] = "commit.interval.ms";
		all[1] = 300_000;
		all[2] = "producer.transaction.timeout.ms";
		all[3] = 600_000;
		return config(all);
	}

	/**
	 * Starts an instance, and waits until it runs.
	 */
	static KafkaStreams running(Topology topology, StreamsConfig config, RuntimeProbe probe) {
		KafkaStreams streams = new KafkaStreams(topology, config, probe);
		streams.start();
		await().atMost(STARTING).until(streams::state, KafkaStreams.State.RUNNING::equals);
		return streams;
	}

	/**
	 * Sends one value with the key k.
	 * @return its offset
	 */
	long sendOne(int partition, String value) {
		try (KafkaProducer<String, String> producer = producer()) {
			return producer.send(new ProducerRecord<>(input(), partition, "k", value)).get().offset();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Sends values v0, v1 and so on with keys k0 to k9, spread evenly over the
	 * partitions.
	 */
	void send(int first, int count) {
		try (KafkaProducer<String, String> producer = producer()) {
			List<Future<RecordMetadata>> sent = new ArrayList<>();
			for (int i = first; i < first + count; i++) {
				sent.add(producer.send(new ProducerRecord<>(input(), i % this.partitions, "k" + (i % 10), "v" + i)));
			}
			for (Future<RecordMetadata> future : sent) {
				future.get();
			}
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	KafkaProducer<String, String> producer() {
		return new KafkaProducer<>(Map.of("bootstrap.servers", this.cluster.bootstrapServers(), "linger.ms", "5"),
				new StringSerializer(), new StringSerializer());
	}

	/**
	 * Waits until the output has as many committed records, and a little for more.
	 */
	List<String> awaitOutput(int count) {
		return awaitRecords(output(), count).stream().map(ConsumerRecord::value).toList();
	}

	List<ConsumerRecord<String, String>> awaitRecords(String topic, int count) {
		List<ConsumerRecord<String, String>> records = new ArrayList<>();
		try (KafkaConsumer<String, String> consumer = consumer(new StringDeserializer())) {
			consumer.assign(partitionsOf(consumer, topic));
			long deadline = System.nanoTime() + TIMEOUT.toNanos();
			while (records.size() < count && System.nanoTime() < deadline) {
				consumer.poll(Duration.ofMillis(100)).forEach(records::add);
			}
			consumer.poll(Duration.ofMillis(300)).forEach(records::add);
		}
		return records;
	}

	/**
	 * All committed records that a topic has by now.
	 */
	List<ConsumerRecord<String, String>> readAll(String topic) {
		List<ConsumerRecord<String, String>> records = new ArrayList<>();
		try (KafkaConsumer<String, String> consumer = consumer(new StringDeserializer())) {
			consumer.assign(partitionsOf(consumer, topic));
			Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
			while (ends.entrySet().stream().anyMatch((end) -> consumer.position(end.getKey()) < end.getValue())) {
				consumer.poll(Duration.ofMillis(100)).forEach(records::add);
			}
		}
		return records;
	}

	/**
	 * The last committed value of each key in each partition of a topic.
	 */
	Collection<Long> latest(String topic) {
		Map<String, Long> latest = new HashMap<>();
		try (KafkaConsumer<String, Long> consumer = consumer(new LongDeserializer())) {
			consumer.assign(partitionsOf(consumer, topic));
			Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
			while (ends.entrySet().stream().anyMatch((end) -> consumer.position(end.getKey()) < end.getValue())) {
				consumer.poll(Duration.ofMillis(100))
					.forEach((polled) -> latest.put(polled.key() + "@" + polled.partition(), polled.value()));
			}
		}
		return latest.values();
	}

	private <V> KafkaConsumer<String, V> consumer(Deserializer<V> values) {
		return new KafkaConsumer<>(Map.of("bootstrap.servers", this.cluster.bootstrapServers(), "isolation.level",
				"read_committed", "auto.offset.reset", "earliest", "enable.auto.commit", "false", "fetch.max.wait.ms",
				FETCH_MAX_WAIT_MILLIS), new StringDeserializer(), values);
	}

	private static List<TopicPartition> partitionsOf(KafkaConsumer<?, ?> consumer, String topic) {
		return consumer.partitionsFor(topic)
			.stream()
			.map((partition) -> new TopicPartition(topic, partition.partition()))
			.toList();
	}

	/**
	 * What {@link CountingTopology} has to say after as many records sent by
	 * {@link #send}.
	 */
	List<String> expectedCounts(int sent) {
		Map<String, Integer> counts = new HashMap<>();
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < sent; i++) {
			String key = "k" + (i % 10) + "@" + (i % this.partitions);
			expected.add(key + "=" + counts.merge(key, 1, Integer::sum));
		}
		return expected;
	}

	/**
	 * The sum of all offsets committed for the input.
	 */
	long committed() {
		try {
			return this.cluster.admin()
				.listStreamsGroupOffsets(Map.of(this.name, new ListStreamsGroupOffsetsSpec()))
				.partitionsToOffsetAndMetadata(this.name)
				.get()
				.entrySet()
				.stream()
				.filter((entry) -> entry.getValue() != null && entry.getKey().topic().equals(input()))
				.mapToLong((entry) -> entry.getValue().offset())
				.sum();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
