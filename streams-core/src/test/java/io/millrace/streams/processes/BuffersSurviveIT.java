package io.millrace.streams.processes;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListStreamsGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What waits in buffers when a process is killed comes out once when its time has come,
 * with its timestamp and headers: from local state, and from changelogs alone.
 */
class BuffersSurviveIT {

	private static final List<String> OUTPUTS = List.of("suppressed", "closed", "limited", "joined", "waited");

	private static final int PARTITIONS = 2;

	private static final int KEYS = 7;

	/** How far in time records follow each other. */
	private static final long STEP = 1000;

	private static final long WINDOW = 10 * STEP;

	private static final int FIRST_CLOSE_HOURS = 5;

	private static final int LAST_CLOSE_HOURS = 10;

	/**
	 * Young enough for the broker to keep records, which it deletes by their timestamps
	 * half a minute after its start, and old enough for none to be in its future.
	 */
	private static final long START = (System.currentTimeMillis() - Duration.ofHours(LAST_CLOSE_HOURS).toMillis())
			/ WINDOW * WINDOW;

	@TempDir
	Path directory;

	private int sent;

	@Test
	void comesOutOnceWhateverIsKilled() throws Exception {
		EmbeddedKafkaProcess.Builder cluster = EmbeddedKafkaProcess.builder()
			.brokerProperty("group.streams.heartbeat.interval.ms", "200")
			.brokerProperty("group.streams.session.timeout.ms", "2000")
			.jvmArguments("-XX:TieredStopAtLevel=1")
			.topic("in", PARTITIONS)
			.topic("other", PARTITIONS);
		OUTPUTS.forEach((topic) -> cluster.topic(topic, PARTITIONS));
		try (EmbeddedKafkaProcess broker = cluster.start();
				KafkaProducer<String, String> producer = producer(broker.bootstrapServers())) {
			try (ChildProcess first = application(broker, "first", "state")) {
				send(producer, 60);
				awaitCommitted(broker, first, 60);
				// Whatever isn't committed of these is processed again.
				send(producer, 60);
				first.kill();
			}
			try (ChildProcess second = application(broker, "second", "state")) {
				second.awaitOutput(WordCountProcess.RUNNING);
				send(producer, 60);
				awaitCommitted(broker, second, 180);
				results(broker).forEach((topic, results) -> assertThat(results).as(topic)
					.allMatch((result) -> topic.equals("joined") && !result.contains(",null")));
				second.kill();
			}
			try (ChildProcess third = application(broker, "third", "elsewhere")) {
				close(producer, START + Duration.ofHours(FIRST_CLOSE_HOURS).toMillis());
				awaitCommitted(broker, third, 180 + PARTITIONS);
				awaitEverythingOnce(broker);
				third.kill();
			}
			try (ChildProcess fourth = application(broker, "fourth", "state")) {
				close(producer, START + Duration.ofHours(LAST_CLOSE_HOURS).toMillis());
				awaitCommitted(broker, fourth, 180 + 2 * PARTITIONS);
				awaitEverythingOnce(broker);
				fourth.stop();
			}
		}
	}

	private ChildProcess application(EmbeddedKafkaProcess broker, String name, String state) {
		return ChildProcess.start(this.directory, name, BuffersProcess.class, broker.bootstrapServers(),
				this.directory.resolve(state).toString());
	}

	private void send(KafkaProducer<String, String> producer, int count) {
		for (int i = this.sent; i < this.sent + count; i++) {
			if (hasOther(i)) {
				producer.send(new ProducerRecord<>("other", null, time(i) - 500, key(i), "o" + i));
			}
			ProducerRecord<String, String> record = new ProducerRecord<>("in", null, time(i), key(i), "v" + i);
			record.headers().add("number", Integer.toString(i).getBytes(StandardCharsets.UTF_8));
			producer.send(record);
		}
		producer.flush();
		this.sent += count;
	}

	private static void close(KafkaProducer<String, String> producer, long time) {
		for (int partition = 0; partition < PARTITIONS; partition++) {
			producer.send(new ProducerRecord<>("in", partition, time, "end" + partition, "end"));
		}
		producer.flush();
	}

	private static String key(int number) {
		return "k" + number % KEYS;
	}

	private static long time(int number) {
		return START + number * STEP;
	}

	private static boolean hasOther(int number) {
		return number % 3 == 0;
	}

	/**
	 * Offsets may be seen before the results that were committed with them: brokers end a
	 * transaction partition by partition.
	 */
	private void awaitEverythingOnce(EmbeddedKafkaProcess broker) {
		await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertEverythingOnce(results(broker)));
	}

	private void assertEverythingOnce(Map<String, List<String>> results) {
		Map<String, List<String>> expected = new TreeMap<>();
		OUTPUTS.forEach((topic) -> expected.put(topic, new ArrayList<>()));
		Map<String, Integer> windows = new HashMap<>();
		Map<String, Long> latest = new HashMap<>();
		Map<String, String> others = new HashMap<>();
		for (int i = 0; i < this.sent; i++) {
			long window = time(i) - time(i) % WINDOW;
			String windowed = key(i) + "@" + window + "-" + (window + WINDOW);
			windows.merge(windowed, 1, Integer::sum);
			latest.put(windowed, time(i));
			if (hasOther(i)) {
				others.put(key(i), "o" + i);
			}
			expected.get("joined").add(key(i) + "=v" + i + "," + (hasOther(i) ? "o" + i : null) + " " + time(i));
			expected.get("waited").add(key(i) + "=v" + i + "," + others.get(key(i)) + " " + time(i) + " " + i);
			if (i >= this.sent - KEYS) {
				int first = i % KEYS;
				int count = (i - first) / KEYS + 1;
				expected.get("limited").add(key(i) + "=v" + i + " " + time(i) + " " + i);
				expected.get("closed").add(key(i) + "@" + time(first) + "-" + time(i) + "=" + count + " " + time(i));
			}
		}
		windows.forEach((window, count) -> expected.get("suppressed")
			.add(window + "=" + count + " " + latest.get(window) + " " + (latest.get(window) - START) / STEP));
		OUTPUTS.forEach((topic) -> assertThat(results.get(topic)).as(topic)
			.containsExactlyInAnyOrderElementsOf(expected.get(topic)));
	}

	/**
	 * The committed results by their topic, those of the closing records left out.
	 */
	private static Map<String, List<String>> results(EmbeddedKafkaProcess broker) {
		Map<String, List<String>> results = new TreeMap<>();
		OUTPUTS.forEach((topic) -> results.put(topic, new ArrayList<>()));
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers",
				broker.bootstrapServers(), "isolation.level", "read_committed", "fetch.max.wait.ms", 50),
				new StringDeserializer(), new StringDeserializer())) {
			List<TopicPartition> partitions = new ArrayList<>();
			for (String topic : OUTPUTS) {
				for (int partition = 0; partition < PARTITIONS; partition++) {
					partitions.add(new TopicPartition(topic, partition));
				}
			}
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			while (partitions.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
					if (!record.key().startsWith("end")) {
						results.get(record.topic()).add(text(record));
					}
				}
			}
		}
		return results;
	}

	private static String text(ConsumerRecord<String, String> record) {
		StringBuilder text = new StringBuilder(record.key() + "=" + record.value() + " " + record.timestamp());
		if (record.topic().equals("joined")) {
			// Those of whichever record of the two came second.
			return text.toString();
		}
		record.headers()
			.forEach((header) -> text.append(' ').append(new String(header.value(), StandardCharsets.UTF_8)));
		return text.toString();
	}

	private static void awaitCommitted(EmbeddedKafkaProcess broker, ChildProcess application, long count) {
		try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
			await().atMost(Duration.ofSeconds(90))
				.pollInterval(Duration.ofMillis(300))
				.untilAsserted(() -> assertThat(
						admin.listStreamsGroupOffsets(Map.of("buffers", new ListStreamsGroupOffsetsSpec()))
							.partitionsToOffsetAndMetadata("buffers")
							.get()
							.entrySet()
							.stream()
							.filter((entry) -> entry.getValue() != null && entry.getKey().topic().equals("in"))
							.mapToLong((entry) -> entry.getValue().offset())
							.sum())
					.as(application::output)
					.isEqualTo(count));
		}
	}

	private static KafkaProducer<String, String> producer(String bootstrapServers) {
		return new KafkaProducer<>(Map.of("bootstrap.servers", bootstrapServers, "acks", "all"), new StringSerializer(),
				new StringSerializer());
	}

}
