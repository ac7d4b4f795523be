package io.millrace.streams.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

import io.millrace.streams.embedded.EmbeddedKafkaProcess;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two processes of one application share its partitions; one is stopped, one is killed.
 * What was committed holds each word's every count exactly once.
 */
class ProcessesShareAndDieIT {

	private static final int PARTITIONS = 4;

	private static final int WORDS = 40;

	private static final long SEED = Long.getLong("millrace.seed", System.nanoTime());

	private final Random random = new Random(SEED);

	private final Map<String, Long> sent = new HashMap<>();

	@TempDir
	Path directory;

	@Test
	void countsExactlyOnceWhenOneIsStoppedAndOneIsKilled() throws Exception {
		System.out.println("millrace.seed=" + SEED);
		try (EmbeddedKafkaProcess broker = EmbeddedKafkaProcess.builder()
			.topic("words", PARTITIONS)
			.topic("counts", PARTITIONS)
			.jvmArguments("-XX:TieredStopAtLevel=1")
			.start();
				KafkaProducer<String, String> producer = producer(broker.bootstrapServers());
				ChildProcess first = application(broker, "first")) {
			first.awaitOutput(WordCountProcess.RUNNING);
			send(producer, 2000);
			awaitTotal(broker, 2000);
			try (ChildProcess second = application(broker, "second")) {
				second.awaitOutput(WordCountProcess.RUNNING);
				send(producer, 2000);
				first.stop();
				assertThat(first.output()).contains(WordCountProcess.CLOSED);
				send(producer, 1000);
				try (ChildProcess third = application(broker, "third")) {
					third.awaitOutput(WordCountProcess.RUNNING);
					send(producer, 2000);
					second.kill();
					send(producer, 1000);
					awaitTotal(broker, 8000);
					third.stop();
				}
			}
			assertEveryCountOnce(broker);
		}
	}

	private ChildProcess application(EmbeddedKafkaProcess broker, String name) {
		return ChildProcess.start(this.directory, name, WordCountProcess.class, broker.bootstrapServers(), "word-count",
				"words", "counts");
	}

	private void send(KafkaProducer<String, String> producer, int count) {
		for (int i = 0; i < count; i++) {
			String word = "word-" + this.random.nextInt(WORDS);
			producer.send(new ProducerRecord<>("words", this.random.nextInt(PARTITIONS), null, word));
			this.sent.merge(word, 1L, Long::sum);
		}
		producer.flush();
	}

	private void awaitTotal(EmbeddedKafkaProcess broker, long total) {
		await().atMost(Duration.ofSeconds(90))
			.pollInterval(Duration.ofMillis(300))
			.untilAsserted(() -> assertThat(committedCounts(broker).values().stream().mapToLong(List::size).sum())
				.isGreaterThanOrEqualTo(total));
	}

	private void assertEveryCountOnce(EmbeddedKafkaProcess broker) {
		Map<String, List<Long>> expected = new HashMap<>();
		this.sent.forEach((word, count) -> expected.put(word, LongStream.rangeClosed(1, count).boxed().toList()));
		assertThat(committedCounts(broker)).as("seed %s", SEED).isEqualTo(expected);
	}

	private static Map<String, List<Long>> committedCounts(EmbeddedKafkaProcess broker) {
		Map<String, List<Long>> counts = new HashMap<>();
		try (KafkaConsumer<String, Long> consumer = new KafkaConsumer<>(Map.of("bootstrap.servers",
				broker.bootstrapServers(), "isolation.level", "read_committed", "fetch.max.wait.ms", 50),
				new StringDeserializer(), new LongDeserializer())) {
			List<TopicPartition> partitions = new ArrayList<>();
			for (int partition = 0; partition < PARTITIONS; partition++) {
				partitions.add(new TopicPartition("counts", partition));
			}
			consumer.assign(partitions);
			consumer.seekToBeginning(partitions);
			Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
			while (partitions.stream().anyMatch((partition) -> consumer.position(partition) < ends.get(partition))) {
				for (ConsumerRecord<String, Long> record : consumer.poll(Duration.ofMillis(100))) {
					counts.computeIfAbsent(record.key(), (word) -> new ArrayList<>()).add(record.value());
				}
			}
		}
		return counts;
	}

	private static KafkaProducer<String, String> producer(String bootstrapServers) {
		return new KafkaProducer<>(Map.of("bootstrap.servers", bootstrapServers, "acks", "all"), new StringSerializer(),
				new StringSerializer());
	}

}
