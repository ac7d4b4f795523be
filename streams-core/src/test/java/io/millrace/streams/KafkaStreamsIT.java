package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.errors.InvalidStateStorePartitionException;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.monitor.ApplicationStatus.Counters;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Runs topologies on a real broker.
 */
class KafkaStreamsIT {

	private static final Duration CLOSE = Duration.ofSeconds(20);

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void processesEachRecordOnce(int threads) {
		Run run = cluster.run("once" + threads, 3);
		run.send(0, 1000);
		try (KafkaStreams streams = streams(run, "num.stream.threads", threads)) {
			streams.start();
			run.awaitOutput(1000);
			run.send(1000, 500);
			assertThat(run.awaitOutput(1500)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(1500));
			await().until(streams::state, State.RUNNING::equals);
			assertThat(streams.status().threads()).hasSize(threads);
			assertThat(streams.metrics()).isNotEmpty();
			assertThat(streams.close(CLOSE)).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		}
		assertThat(run.committed()).isEqualTo(1500);
	}

	@Test
	void atLeastOnceRunsWithoutTransactions() {
		Run run = cluster.run("atleast", 3);
		run.send(0, 500);
		try (KafkaStreams streams = streams(run, "processing.guarantee", "at_least_once")) {
			streams.start();
			assertThat(run.awaitOutput(500)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(500));
			await().until(() -> run.committed() == 500);
			assertThat(streams.close(CLOSE)).isTrue();
		}
		// State comes back from the changelog, unless it's on disk.
		try (KafkaStreams streams = streams(run, "processing.guarantee", "at_least_once")) {
			streams.start();
			run.send(500, 100);
			assertThat(run.awaitOutput(600)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(600));
			assertThat(counters(streams).restored() > 0).isEqualTo(!CountingTopology.PERSISTENT);
		}
	}

	@Test
	void membersShareAndTakeOver() {
		Run run = cluster.run("share", 4);
		run.send(0, 200);
		try (KafkaStreams first = streams(run); KafkaStreams second = streams(run)) {
			first.start();
			run.awaitOutput(200);
			second.start();
			await().atMost(Duration.ofSeconds(30)).until(() -> tasks(first) == 2 && tasks(second) == 2);
			run.send(200, 200);
			assertThat(run.awaitOutput(400)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(400));
			assertThat(first.close(CLOSE)).isTrue();
			await().atMost(Duration.ofSeconds(30)).until(() -> tasks(second) == 4);
			run.send(400, 200);
			assertThat(run.awaitOutput(600)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(600));
			assertThat(second.metadataForLocalThreads()).singleElement()
				.satisfies((thread) -> assertThat(thread.activeTasks()).hasSize(4));
		}
	}

	@Test
	void queriesSeeCommittedContent() {
		Run run = cluster.run("query", 2);
		run.send(0, 100);
		StoreQueryParameters<ReadOnlyKeyValueStore<String, Long>> parameters = StoreQueryParameters
			.fromNameAndType(CountingTopology.STORE, QueryableStoreTypes.keyValueStore());
		KafkaStreams streams = streams(run);
		assertThatExceptionOfType(StreamsNotStartedException.class).isThrownBy(() -> streams.store(parameters));
		try (streams) {
			streams.start();
			run.awaitOutput(100);
			await().until(streams::state, State.RUNNING::equals);
			ReadOnlyKeyValueStore<String, Long> store = streams.store(parameters);
			await().until(() -> store.get("k3") != null && store.get("k3") == 10L);
			assertThat(store.get("nobody")).isNull();
			assertThat(streams.store(parameters.withPartition(1)).get("k3")).isEqualTo(10);
			assertThat(streams.store(parameters.withPartition(0)).get("k3")).isNull();
			assertThatExceptionOfType(InvalidStateStorePartitionException.class)
				.isThrownBy(() -> streams.store(parameters.withPartition(7)))
				.withMessageContaining("7");
			assertThatExceptionOfType(UnknownStateStoreException.class)
				.isThrownBy(() -> streams
					.store(StoreQueryParameters.fromNameAndType("nosuch", QueryableStoreTypes.keyValueStore())))
				.withMessageContaining("nosuch");
			assertThatExceptionOfType(InvalidStateStoreException.class)
				.isThrownBy(() -> streams.store(StoreQueryParameters.fromNameAndType(CountingTopology.STORE,
						QueryableStoreTypes.timestampedKeyValueStore())));
			assertThat(streams.storeDescriptions()).singleElement()
				.satisfies((description) -> assertThat(description.changelogTopic())
					.isEqualTo(run.name() + "-" + CountingTopology.STORE + "-changelog"));
			streams.close(CLOSE);
			assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(() -> store.get("k3"));
		}
	}

	@Test
	void waitsForAMissingTopicAndHeals() {
		Run run = cluster.run("missing", 2);
		Topology topology = CountingTopology.of("later", run.output());
		try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
			streams.start();
			await().atMost(Duration.ofSeconds(20)).until(() -> reasons(streams).contains(Reason.MISSING_SOURCE_TOPICS));
			assertThat(streams.state()).isEqualTo(State.REBALANCING);
			assertThat(streams.status().waitingFor())
				.anySatisfy((waiting) -> assertThat(waiting.detail()).contains("later"));
			cluster.kafka().createTopic("later", 1);
			await().atMost(Duration.ofSeconds(30)).until(streams::state, State.RUNNING::equals);
			await().until(() -> streams.status().waitingFor().isEmpty());
			try (KafkaProducer<String, String> producer = run.producer()) {
				producer.send(new ProducerRecord<>("later", "a", "b"));
			}
			assertThat(run.awaitOutput(1)).containsExactly("a@0=1");
		}
	}

	@Test
	void failsOnAMissingTopicIfToldSo() {
		Run run = cluster.run("missingfail", 1);
		Topology topology = CountingTopology.of("never", run.output());
		try (KafkaStreams streams = new KafkaStreams(topology, run.config("missing.topics", "fail"))) {
			streams.start();
			await().until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure()).hasValueSatisfying((text) -> assertThat(text).contains("never"));
		}
	}

	@Test
	void refusesAnActiveConsumerGroup() {
		Run run = cluster.run("classic", 1);
		Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", cluster.bootstrapServers(), "group.id",
				run.name(), "auto.offset.reset", "earliest"));
		try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings, new StringDeserializer(),
				new StringDeserializer())) {
			consumer.subscribe(Set.of(run.input()));
			await().until(() -> {
				consumer.poll(Duration.ofMillis(100));
				return !consumer.assignment().isEmpty();
			});
			try (KafkaStreams streams = streams(run)) {
				streams.start();
				await().until(streams::state, State.ERROR::equals);
				assertThat(streams.status().failure()).hasValueSatisfying(
						(text) -> assertThat(text).contains("The id classic belongs to an active group"));
			}
		}
	}

	@Test
	void saysThatTheTopologyChanged() {
		Run run = cluster.run("changed", 1);
		run.send(0, 10);
		try (KafkaStreams streams = streams(run)) {
			streams.start();
			run.awaitOutput(10);
		}
		cluster.kafka().createTopic("changed-other", 1);
		Topology topology = CountingTopology.of(run.input(), run.output());
		topology.addSource("other", "changed-other").addSink("copy", run.output(), "other");
		try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
			streams.start();
			await().until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure())
				.hasValueSatisfying((text) -> assertThat(text).contains("The topology of changed differs"));
		}
	}

	@Test
	void sendsBadRecordsToTheDeadLetterTopic() {
		Run run = cluster.run("dead", 1);
		cluster.kafka().createTopic("dead-letters", 1);
		run.send(0, 10);
		poison(run);
		run.send(10, 10);
		try (KafkaStreams streams = streams(run, "on.error", "dead-letter", "errors.dead.letter.queue.topic.name",
				"dead-letters")) {
			streams.start();
			assertThat(run.awaitOutput(20)).containsExactlyElementsOf(run.expectedCounts(20));
			List<ConsumerRecord<String, String>> dead = run.awaitRecords("dead-letters", 1);
			assertThat(dead).singleElement().satisfies((record) -> {
				assertThat(record.value()).isEqualTo("poison");
				assertThat(record.headers()).isNotEmpty();
			});
			assertThat(counters(streams).deadLettered()).isEqualTo(1);
		}
		assertThat(run.committed()).isEqualTo(21);
	}

	@Test
	void failureOfUserCodeStopsTheApplication() {
		Run run = cluster.run("fails", 1);
		run.send(0, 10);
		poison(run);
		List<State> states = Collections.synchronizedList(new ArrayList<>());
		try (KafkaStreams streams = streams(run)) {
			streams.setStateListener((newState, oldState) -> states.add(newState));
			streams.start();
			await().until(streams::state, State.ERROR::equals);
			assertThat(streams.status().failure())
				.hasValueSatisfying((text) -> assertThat(text).contains("count").contains(run.input()).contains("10"));
			assertThat(streams.status().threads()).singleElement()
				.satisfies((thread) -> assertThat(thread.state()).isEqualTo("FAILED"));
			assertThatIllegalStateException().isThrownBy(streams::start);
			assertThat(streams.close(CLOSE)).isTrue();
			assertThat(streams.state()).isEqualTo(State.ERROR);
		}
		assertThat(states).containsSubsequence(State.REBALANCING, State.RUNNING, State.PENDING_ERROR, State.ERROR);
		assertThat(run.awaitOutput(0)).hasSizeLessThanOrEqualTo(10);
	}

	@Test
	void threadThatFailedIsReplaced() {
		Run run = cluster.run("replaced", 1);
		AtomicBoolean failed = new AtomicBoolean();
		AtomicReference<Throwable> handled = new AtomicReference<>();
		Topology topology = CountingTopology.of(run.input(), run.output(), (value) -> {
			if (value.equals("v7") && failed.compareAndSet(false, true)) {
				throw new IllegalStateException("once");
			}
		});
		try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
			streams.setUncaughtExceptionHandler((failure) -> {
				handled.set(failure);
				return StreamThreadExceptionResponse.REPLACE_THREAD;
			});
			streams.start();
			run.send(0, 20);
			assertThat(run.awaitOutput(20)).containsExactlyElementsOf(run.expectedCounts(20));
			await().until(streams::state, State.RUNNING::equals);
			assertThat(handled.get()).isNotNull();
			assertThat(streams.status().failure()).isEmpty();
		}
	}

	@Test
	void allInstancesShutDownIfAskedTo() {
		Run run = cluster.run("shutdown", 2);
		try (KafkaStreams first = streams(run); KafkaStreams second = streams(run)) {
			first.setUncaughtExceptionHandler((failure) -> StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
			second.setUncaughtExceptionHandler((failure) -> StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
			first.start();
			second.start();
			await().atMost(Duration.ofSeconds(30)).until(() -> tasks(first) == 1 && tasks(second) == 1);
			poison(run);
			await().atMost(Duration.ofSeconds(30)).until(first::state, State.ERROR::equals);
			await().atMost(Duration.ofSeconds(30)).until(second::state, State.ERROR::equals);
		}
	}

	@Test
	void closesFromAListenerAndBeforeItsStart() {
		Run run = cluster.run("closing", 1);
		KafkaStreams streams = streams(run);
		streams.setStateListener((newState, oldState) -> {
			if (newState == State.RUNNING) {
				streams.close();
			}
		});
		streams.start();
		await().until(streams::state, State.NOT_RUNNING::equals);
		assertThat(streams.close(CLOSE)).isTrue();
		assertThatIllegalStateException().isThrownBy(streams::start);
		KafkaStreams never = streams(run);
		assertThat(never.close(CLOSE)).isTrue();
		assertThat(never.state()).isEqualTo(State.NOT_RUNNING);
		assertThatIllegalStateException().isThrownBy(never::start);
	}

	@Test
	void closeKeepsAnInterrupt(TestInfo info) {
		Run run = cluster.run("interrupt", 1);
		KafkaStreams streams = streams(run);
		streams.start();
		Thread.currentThread().interrupt();
		assertThat(streams.close(CLOSE)).isFalse();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(streams.close(CLOSE)).isTrue();
	}

	@Test
	void waitsForABroker() {
		Run run = cluster.run("nobroker", 1);
		try (KafkaStreams streams = new KafkaStreams(CountingTopology.of(run.input(), run.output()),
				run.config("bootstrap.servers", "localhost:1", "admin.default.api.timeout.ms", 1000,
						"admin.request.timeout.ms", 500))) {
			streams.start();
			await().atMost(Duration.ofSeconds(20)).until(() -> reasons(streams).contains(Reason.BROKER_UNAVAILABLE));
			assertThat(streams.state()).isEqualTo(State.REBALANCING);
			assertThat(streams.close(CLOSE)).isTrue();
		}
	}

	private static KafkaStreams streams(Run run, Object... settings) {
		return new KafkaStreams(CountingTopology.of(run.input(), run.output()), run.config(settings));
	}

	private static void poison(Run run) {
		try (KafkaProducer<String, String> producer = run.producer()) {
			producer.send(new ProducerRecord<>(run.input(), 0, "k1", "poison"));
		}
	}

	private static List<Reason> reasons(KafkaStreams streams) {
		return streams.status().waitingFor().stream().map(Waiting::reason).toList();
	}

	private static Counters counters(KafkaStreams streams) {
		return streams.status().threads().get(0).counters();
	}

	private static long tasks(KafkaStreams streams) {
		return streams.status()
			.threads()
			.stream()
			.flatMap((thread) -> thread.tasks().stream())
			.filter((task) -> task.state().equals("RUNNING"))
			.count();
	}

}
