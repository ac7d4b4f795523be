package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.millrace.streams.embedded.EmbeddedKafka;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application moves from Millrace to Kafka Streams and back, with nothing but its
 * changelogs and committed offsets to go on with: all results must be those of an
 * application that never moved.
 */
class MovingIT {

	private static final int PARTITIONS = 2;

	private static final int BATCH = 300;

	/** Not so long ago that the broker deletes it. */
	private static final long START = System.currentTimeMillis() - Duration.ofHours(3).toMillis();

	@TempDir
	private static Path directory;

	private static EmbeddedKafka kafka;

	private static Admin admin;

	private static Class<?> twin;

	private int directories;

	@BeforeAll
	static void start() throws Exception {
		kafka = EmbeddedKafka.builder()
			.brokerProperty("group.streams.heartbeat.interval.ms", "200")
			.brokerProperty("group.streams.session.timeout.ms", "6000")
			.start();
		admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
		twin = KafkaStreamsTwin.of(directory.resolve("classes"), MovingProgram.class);
	}

	@AfterAll
	static void stop() {
		admin.close();
		kafka.close();
	}

	@Test
	void stateMovesToKafkaStreamsAndBack() throws Exception {
		create("moves");
		create("stays");
		List<Class<?>> owners = List.of(MovingProgram.class, twin, MovingProgram.class, twin);
		for (int batch = 0; batch < owners.size(); batch++) {
			send("moves", batch);
			send("stays", batch);
			Map<String, String> moved = process(owners.get(batch), "moves");
			Map<String, String> expected = process(twin, "stays");
			assertThat(expected.keySet().stream().map((key) -> key.split(" ")[0]).distinct()).containsExactlyInAnyOrder(
					"plain", "counts", "letters", "windows", "sessions", "rows", "joined", "rows-by-letter",
					"referring");
			assertThat(topology("moves")).isEqualTo(topology("stays"));
			assertThat(moved).as("stores after batch %d", batch).containsExactlyInAnyOrderEntriesOf(expected);
		}
		Map<String, List<String>> outputs = outputs("stays");
		assertThat(outputs.values().stream().mapToInt(List::size).sum()).isEqualTo(2 * BATCH * owners.size());
		assertThat(outputs("moves")).isEqualTo(outputs);
	}

	/**
	 * The topology as the group knows it, which it takes from whoever comes first.
	 */
	private static String topology(String application) throws Exception {
		return admin.describeStreamsGroups(List.of(application))
			.all()
			.get()
			.get(application)
			.subtopologies()
			.stream()
			.map((subtopology) -> subtopology.subtopologyId() + "\n sources "
					+ new TreeSet<>(subtopology.sourceTopics()) + "\n sinks "
					+ new TreeSet<>(subtopology.repartitionSinkTopics()) + "\n repartitions "
					+ new TreeMap<>(subtopology.repartitionSourceTopics()) + "\n changelogs "
					+ new TreeMap<>(subtopology.stateChangelogTopics()))
			.sorted()
			.collect(Collectors.joining("\n"))
			.replace(application + "-", "");
	}

	private static void create(String application) {
		kafka.createTopic(application + "-in", PARTITIONS);
		kafka.createTopic(application + "-out", PARTITIONS);
	}

	private static void send(String application, int batch) {
		Random random = new Random(batch);
		try (KafkaProducer<String, String> producer = new KafkaProducer<>(
				Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(),
				new StringSerializer())) {
			for (int i = 0; i < BATCH; i++) {
				long time = START + (batch * (long) BATCH + i) * 2_000;
				long timestamp = (random.nextInt(4) == 0) ? time - random.nextInt(200_000) : time;
				int key = random.nextInt(12);
				producer.send(new ProducerRecord<>(application + "-in", key % PARTITIONS, timestamp, "key-" + key,
						(char) ('a' + random.nextInt(5)) + "-" + i));
			}
		}
	}

	/**
	 * Has the application process all that's there, on an empty disk.
	 * @return what its stores hold
	 */
	@SuppressWarnings("unchecked")
	private Map<String, String> process(Class<?> program, String application) throws Exception {
		Properties settings = settings(application);
		// A cache would leave results out.
		settings.setProperty("statestore.cache.max.bytes", "0");
		if (program == twin) {
			settings.setProperty("group.protocol", "streams");
		}
		Method running = program.getMethod("running");
		Method contents = program.getMethod("contents");
		try (AutoCloseable started = (AutoCloseable) program.getConstructor(Properties.class).newInstance(settings)) {
			await().atMost(Duration.ofSeconds(60))
				.until(() -> (boolean) running.invoke(started) && processed(application));
			Map<String, String> read = new TreeMap<>();
			// The commit is there before the stores show it.
			await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
				read.clear();
				read.putAll((Map<String, String>) contents.invoke(started));
				assertThat(total(read, "counts")).isEqualTo(total(read, "letters"));
				assertThat(total(read, "rows-by-letter"))
					.isEqualTo(read.keySet().stream().filter((key) -> key.startsWith("rows ")).count());
				assertReferencesAreUpToDate(read);
			});
			return read;
		}
	}

	private static void assertReferencesAreUpToDate(Map<String, String> contents) {
		contents.forEach((key, value) -> {
			if (key.startsWith("referring ")) {
				String letters = contents.get("letters " + value.substring(0, 1));
				assertThat(letters).as("letters that %s with %s refers to", key, value)
					.contains("<" + value.substring(value.indexOf('|') + 1) + ",");
			}
		});
	}

	private static long total(Map<String, String> contents, String store) {
		return contents.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith(store + " "))
			.mapToLong((entry) -> Long.parseLong(entry.getValue().replaceAll("\\D*(\\d+).*", "$1")))
			.sum();
	}

	private Properties settings(String application) {
		Properties settings = new Properties();
		settings.setProperty("bootstrap.servers", kafka.bootstrapServers());
		settings.setProperty("application.id", application);
		settings.setProperty("processing.guarantee", "exactly_once_v2");
		settings.setProperty("state.dir", directory.resolve(application + this.directories++).toString());
		settings.setProperty("default.key.serde", Serdes.StringSerde.class.getName());
		settings.setProperty("default.value.serde", Serdes.StringSerde.class.getName());
		settings.setProperty("commit.interval.ms", "50");
		// Short waits: at the end a client waits for the fetch that is under way, at the
		// start for its next try to find a coordinator.
		settings.setProperty("poll.ms", "20");
		settings.setProperty("consumer.fetch.max.wait.ms", "50");
		settings.setProperty("producer.retry.backoff.ms", "20");
		return settings;
	}

	private static boolean processed(String application) throws Exception {
		Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
		for (String topic : List.of(application + "-in", application + "-first-repartition",
				application + "-by-letter-repartition", application + "-references-subscription-registration-topic",
				application + "-references-subscription-response-topic")) {
			for (int partition = 0; partition < PARTITIONS; partition++) {
				wanted.put(new TopicPartition(topic, partition), OffsetSpec.latest());
			}
		}
		var ends = admin.listOffsets(wanted).all().get();
		Map<TopicPartition, OffsetAndMetadata> committed = admin
			.listStreamsGroupOffsets(Map.of(application, new ListStreamsGroupOffsetsSpec()))
			.partitionsToOffsetAndMetadata(application)
			.get();
		return ends.entrySet()
			.stream()
			.allMatch((end) -> committed.containsKey(end.getKey())
					&& committed.get(end.getKey()).offset() >= end.getValue().offset() - 1);
	}

	/**
	 * What was written, by key.
	 */
	private static Map<String, List<String>> outputs(String application) {
		Map<String, List<String>> outputs = new TreeMap<>();
		Properties settings = new Properties();
		settings.putAll(Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"));
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(),
				new StringDeserializer())) {
			List<TopicPartition> partitions = new ArrayList<>();
			for (int partition = 0; partition < PARTITIONS; partition++) {
				partitions.add(new TopicPartition(application + "-out", partition));
			}
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			while (partitions.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
					outputs.computeIfAbsent(record.key(), (key) -> new ArrayList<>())
						.add(record.timestamp() + " " + record.value());
				}
			}
		}
		return outputs.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().stream().sorted().toList(),
					(one, other) -> one, TreeMap::new));
	}

}
