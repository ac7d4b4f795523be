package io.millrace.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Cases that any stream processor should answer right and that need a broker, by their
 * number.
 */
class CasesIT {

	private static final Duration LONG = Duration.ofSeconds(40);

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	@Test
	void case45WhatOneTaskCannotSendIsAbortedWithWhatTheOthersSent() {
		Run run = cluster.run("case45", 2);
		run.send(0, 20);
		try (KafkaStreams streams = copying(run, 2_000_000)) {
			streams.start();
			assertThat(run.awaitOutput(20)).hasSize(20);
			send(run, 0, "huge");
			run.send(20, 20);
			await().atMost(LONG).until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure()).hasValueSatisfying((text) -> assertThat(text).contains("1048576"));
			assertThat(streams.close(LONG)).isTrue();
		}
		List<String> expected = new ArrayList<>(List.of("x"));
		for (int i = 0; i < 40; i++) {
			expected.add("v" + i);
		}
		assertThat(run.awaitOutput(20)).isSubsetOf(expected).doesNotHaveDuplicates().doesNotContain("x");
		try (KafkaStreams streams = copying(run, 1)) {
			streams.start();
			assertThat(run.awaitOutput(41)).containsExactlyInAnyOrderElementsOf(expected);
		}
	}

	private static KafkaStreams copying(Run run, int size) {
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>stream(run.input())
			.mapValues((value) -> value.equals("huge") ? "x".repeat(size) : value)
			.to(run.output());
		return new KafkaStreams(builder.build(), run.config("num.stream.threads", 1));
	}

	private static void send(Run run, int partition, String value) {
		try (KafkaProducer<String, String> producer = run.producer()) {
			producer.send(new ProducerRecord<>(run.input(), partition, "k", value));
		}
	}

	@Test
	void case50WhatCannotBeRestoredEndsTheApplication(@TempDir Path elsewhere) {
		Run run = cluster.run("case50", 1);
		StreamsBuilder builder = new StreamsBuilder();
		builder.<String, String>table(run.input())
			.suppress(Suppressed.<String>untilTimeLimit(Duration.ofDays(1), BufferConfig.unbounded()).withName("held"))
			.toStream()
			.to(run.output());
		run.send(0, 10);
		try (KafkaStreams streams = new KafkaStreams(builder.build(), run.config())) {
			streams.start();
			await().atMost(LONG).until(run::committed, (offset) -> offset == 10);
		}
		try (KafkaProducer<String, String> producer = run.producer()) {
			producer.send(new ProducerRecord<>("case50-held-store-changelog", "k", "of something else"));
		}
		try (KafkaStreams streams = new KafkaStreams(builder.build(), run.config("state.dir", elsewhere.toString()))) {
			streams.start();
			await().atMost(LONG).until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure()).hasValueSatisfying(
					(text) -> assertThat(text).contains("case50-held-store-changelog-0").contains("held-store"));
			assertThat(streams.close(LONG)).isTrue();
		}
	}

	@Test
	void case51AnInputThatIsDeletedIsNamedAndTheGroupLeft() {
		Run run = cluster.run("case51", 1);
		run.send(0, 10);
		try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
				run.config("missing.topics", "fail"))) {
			streams.start();
			assertThat(run.awaitOutput(10)).hasSize(10);
			cluster.admin().deleteTopics(Set.of(run.input()));
			await().atMost(LONG).until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure()).hasValueSatisfying((text) -> assertThat(text).contains(run.input()));
			assertThat(streams.close(LONG)).isTrue();
		}
		await().atMost(LONG)
			.untilAsserted(() -> assertThat(
					cluster.admin().describeStreamsGroups(Set.of(run.name())).all().get().get(run.name()).members())
				.isEmpty());
	}

}
