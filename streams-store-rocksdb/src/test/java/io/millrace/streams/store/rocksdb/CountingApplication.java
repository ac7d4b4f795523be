package io.millrace.streams.store.rocksdb;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.embedded.EmbeddedKafka;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.core.ThrowingRunnable;

import static io.millrace.streams.StoreQueryParameters.fromNameAndType;
import static org.awaitility.Awaitility.await;

/**
 * An application on a real broker that counts records by key in stores of a test's
 * choice, one behind the other, and keeps its state below a directory.
 */
final class CountingApplication {

	private static final List<KafkaStreams> running = new ArrayList<>();

	private final EmbeddedKafka kafka;

	private final String id;

	private final Path directory;

	private final Map<String, Object> settings = new HashMap<>();

	private StateRestoreListener listener;

	CountingApplication(EmbeddedKafka kafka, String id, Path directory) {
		this(kafka, id, directory, 1);
	}

	CountingApplication(EmbeddedKafka kafka, String id, Path directory, int partitions) {
		this.kafka = kafka;
		this.id = id;
		this.directory = directory;
		kafka.createTopic(input(), partitions);
	}

	String input() {
		return this.id + "-in";
	}

	String changelog(String store) {
		return this.id + "-" + store + "-changelog";
	}

	Path taskDirectory() {
		return this.directory.resolve(this.id).resolve("0_0");
	}

	CountingApplication with(String setting, Object value) {
		this.settings.put(setting, value);
		return this;
	}

	CountingApplication listener(StateRestoreListener listener) {
		this.listener = listener;
		return this;
	}

	KafkaStreams start(KeyValueBytesStoreSupplier... stores) {
		return start((stream) -> stream, stores);
	}

	/**
	 * Starts it.
	 * @param before what stands before the counting
	 * @param stores where to count: the same in each
	 */
	KafkaStreams start(UnaryOperator<KStream<String, String>> before, KeyValueBytesStoreSupplier... stores) {
		StreamsBuilder builder = new StreamsBuilder();
		KStream<String, String> input = before
			.apply(builder.stream(input(), Consumed.with(Serdes.String(), Serdes.String())));
		for (KeyValueBytesStoreSupplier store : stores) {
			input.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
				.count(Materialized.<String, Long>as(store)
					.withKeySerde(Serdes.String())
					.withValueSerde(Serdes.Long()));
		}
		Properties properties = new Properties();
		properties.put("application.id", this.id);
		properties.put("bootstrap.servers", this.kafka.bootstrapServers());
		properties.put("state.dir", this.directory.toString());
		// Short waits: at the end a client waits for the fetch that is under way, at the
		// start for its next try to find a coordinator.
		properties.put("poll.ms", 20);
		properties.put("consumer.fetch.max.wait.ms", 50);
		properties.put("producer.retry.backoff.ms", 20);
		properties.putAll(this.settings);
		KafkaStreams streams = new KafkaStreams(builder.build(), properties);
		if (this.listener != null) {
			streams.setGlobalStateRestoreListener(this.listener);
		}
		running.add(streams);
		streams.start();
		return streams;
	}

	/**
	 * Sends records with keys so long and random that they take room in stores.
	 */
	void sendLongKeys(int first, int count, int bytes) {
		send(first, count, (key) -> {
			byte[] random = new byte[bytes / 2];
			new Random(key).nextBytes(random);
			return key + "-" + HexFormat.of().formatHex(random);
		});
	}

	/**
	 * Sends records with the keys k0, k1 and so on.
	 */
	void send(int first, int count) {
		send(first, count, (key) -> "k" + key);
	}

	private void send(int first, int count, IntFunction<String> keys) {
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", this.kafka.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			List<Future<RecordMetadata>> sent = new ArrayList<>();
			for (int i = first; i < first + count; i++) {
				sent.add(producer.send(new ProducerRecord<>(input(), keys.apply(i), "v")));
			}
			for (Future<RecordMetadata> future : sent) {
				future.get();
			}
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Writes counts of keys that no record has, c0, c1 and so on, to a changelog.
	 */
	void fillChangelog(String store, int count) {
		try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", this.kafka.bootstrapServers()), new ByteArraySerializer(),
				new ByteArraySerializer())) {
			for (int i = 0; i < count; i++) {
				byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(1).array();
				producer
					.send(new ProducerRecord<>(changelog(store), 0, ("c" + i).getBytes(StandardCharsets.UTF_8), value))
					.get();
			}
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The committed content of a store.
	 */
	static Map<String, Long> counts(KafkaStreams streams, String store) {
		ReadOnlyKeyValueStore<String, Long> view = streams
			.store(fromNameAndType(store, QueryableStoreTypes.keyValueStore()));
		Map<String, Long> counts = new TreeMap<>();
		try (KeyValueIterator<String, Long> entries = view.all()) {
			entries.forEachRemaining((entry) -> counts.put(entry.key, entry.value));
		}
		return counts;
	}

	/**
	 * The sum of all counts: how many records were counted.
	 */
	static long sum(KafkaStreams streams, String store) {
		return counts(streams, store).values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * What counting once has to give.
	 */
	static Map<String, Long> each(int keys, long count) {
		Map<String, Long> counts = new TreeMap<>();
		for (int i = 0; i < keys; i++) {
			counts.put("k" + i, count);
		}
		return counts;
	}

	static void eventually(ThrowingRunnable assertion) {
		// Not too often: some read all there is.
		await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100)).untilAsserted(() -> {
			try {
				assertion.run();
			}
			catch (InvalidStateStoreException ex) {
				// Tasks are being handed out, or restored.
				throw new AssertionError(ex);
			}
		});
	}

	static void close(KafkaStreams streams) {
		streams.close(Duration.ofSeconds(30));
	}

	/**
	 * Closes what a test has left running.
	 */
	static void closeAll() {
		running.forEach(CountingApplication::close);
		running.clear();
	}

}
