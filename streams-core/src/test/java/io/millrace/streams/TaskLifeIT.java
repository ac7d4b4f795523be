package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.processor.StateRestoreListener;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tasks at their limits: too slow, flooded, started where others stopped, restored.
 */
class TaskLifeIT {

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	@Test
	void memberThatIsTooSlowLosesItsTasksAndComesBack() {
		Run run = cluster.run("tooslow", 2);
		AtomicBoolean slept = new AtomicBoolean();
		CountDownLatch never = new CountDownLatch(1);
		Topology topology = CountingTopology.of(run.input(), run.output(), (value) -> {
			if (value.equals("v50") && slept.compareAndSet(false, true)) {
				awaitInVain(never, 3);
			}
		});
		try (KafkaStreams streams = new KafkaStreams(topology,
				run.config("main.consumer.max.poll.interval.ms", 1500))) {
			streams.start();
			run.send(0, 200);
			assertThat(run.awaitOutput(200)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(200));
			assertThat(slept).isTrue();
			await().until(streams::state, State.RUNNING::equals);
			assertThat(streams.status().failure()).isEmpty();
		}
		assertThat(run.committed()).isEqualTo(200);
	}

	private static void awaitInVain(CountDownLatch latch, int seconds) {
		try {
			latch.await(seconds, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void floodIsHeldBack() {
		Run run = cluster.run("flood", 3);
		run.send(0, 5000);
		try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
				run.config("buffered.records.per.partition", 7, "consumer.max.poll.records", 20))) {
			streams.start();
			assertThat(run.awaitOutput(5000)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(5000));
		}
		assertThat(run.committed()).isEqualTo(5000);
	}

	@Test
	void sourcesBeginWhereTheySay() {
		Run run = cluster.run("resets", 1);
		cluster.kafka().createTopic("resets-latest", 1);
		cluster.kafka().createTopic("resets-hour", 1);
		long old = Instant.now().minus(Duration.ofHours(3)).toEpochMilli();
		try (KafkaProducer<String, String> producer = run.producer()) {
			producer.send(new ProducerRecord<>(run.input(), "early"));
			producer.send(new ProducerRecord<>("resets-latest", "missed"));
			producer.send(new ProducerRecord<>("resets-hour", 0, old, null, "old"));
			producer.send(new ProducerRecord<>("resets-hour", "young"));
		}
		StringDeserializer strings = new StringDeserializer();
		StringSerializer serializer = new StringSerializer();
		Topology topology = new Topology().addSource(AutoOffsetReset.earliest(), "early", strings, strings, run.input())
			.addSource(AutoOffsetReset.latest(), "late", strings, strings, "resets-latest")
			.addSource(AutoOffsetReset.byDuration(Duration.ofHours(1)), "hour", strings, strings, "resets-hour")
			.addSink("out", run.output(), serializer, serializer, "early", "late", "hour");
		try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
			streams.start();
			await().atMost(Duration.ofSeconds(30)).until(streams::state, State.RUNNING::equals);
			assertThat(run.awaitOutput(2)).containsExactlyInAnyOrder("early", "young");
			try (KafkaProducer<String, String> producer = run.producer()) {
				producer.send(new ProducerRecord<>("resets-latest", "seen"));
			}
			assertThat(run.awaitOutput(3)).containsExactlyInAnyOrder("early", "young", "seen");
		}
	}

	@Test
	void restorationIsToldAndComplete(@TempDir Path elsewhere) {
		Run run = cluster.run("restored", 2);
		run.send(0, 400);
		try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()), run.config())) {
			streams.start();
			run.awaitOutput(400);
		}
		List<String> told = Collections.synchronizedList(new ArrayList<>());
		try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
				run.config("state.dir", elsewhere.toString()))) {
			streams.setGlobalStateRestoreListener(new Told(told));
			streams.start();
			run.send(400, 100);
			assertThat(run.awaitOutput(500)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(500));
			assertThat(streams.status().threads().get(0).tasks())
				.allSatisfy((task) -> assertThat(task.stores()).singleElement()
					.satisfies((store) -> assertThat(store.remaining()).isZero()));
		}
		for (int partition = 0; partition < 2; partition++) {
			String suffix = " counts " + partition;
			assertThat(told.stream().filter((line) -> line.endsWith(suffix)).map((line) -> line.split(" ")[0]))
				.containsSubsequence("start", "batch", "end");
		}
	}

	@Test
	void taskWithoutStoresStartsAtOnce() {
		Run run = cluster.run("stateless", 1);
		StringDeserializer strings = new StringDeserializer();
		StringSerializer serializer = new StringSerializer();
		Topology topology = new Topology().addSource("in", strings, strings, run.input())
			.addSink("out", run.output(), serializer, serializer, "in");
		run.send(0, 50);
		try (KafkaStreams streams = new KafkaStreams(topology, run.config("commit.interval.ms", 0))) {
			streams.start();
			assertThat(run.awaitOutput(50))
				.containsExactlyElementsOf(IntStream.range(0, 50).mapToObj((number) -> "v" + number).toList());
		}
		assertThat(run.committed()).isEqualTo(50);
	}

	private record Told(List<String> lines) implements StateRestoreListener {

		@Override
		public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
			this.lines.add("start " + store + " " + partition.partition());
		}

		@Override
		public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
			this.lines.add("batch " + store + " " + partition.partition());
		}

		@Override
		public void onRestoreEnd(TopicPartition partition, String store, long total) {
			this.lines.add("end " + store + " " + partition.partition());
		}

	}

}
