package io.millrace.streams;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.millrace.streams.CloseOptions.GroupMembershipOperation;
import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.HostInfo;
import io.millrace.streams.state.QueryableStoreTypes;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.server.telemetry.ClientTelemetryExporter;
import org.apache.kafka.server.telemetry.ClientTelemetryExporterProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * What can be done to an instance while it runs, and what it tells of itself and others,
 * on a real broker.
 */
class LifecycleIT {

	private static final Duration LONG = Duration.ofSeconds(30);

	@AutoClose
	private static final Cluster cluster = Cluster.start();

	@Test
	void threadsComeAndGo() {
		Run run = cluster.run("threads", 4);
		run.send(0, 200);
		try (KafkaStreams streams = streams(run)) {
			assertThat(streams.addStreamThread()).isEmpty();
			assertThat(streams.removeStreamThread()).isEmpty();
			streams.start();
			run.awaitOutput(200);
			Optional<String> added = streams.addStreamThread();
			assertThat(added).hasValueSatisfying((name) -> assertThat(name).endsWith("StreamThread-2"));
			await().atMost(LONG).until(() -> tasksByThread(streams).values().stream().allMatch((tasks) -> tasks == 2));
			run.send(200, 200);
			assertThat(run.awaitOutput(400)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(400));
			String removed = streams.removeStreamThread(LONG).orElseThrow();
			assertThat(tasksByThread(streams)).hasSize(1).doesNotContainKey(removed);
			await().atMost(LONG).until(() -> tasksByThread(streams).containsValue(4));
			run.send(400, 200);
			assertThat(run.awaitOutput(600)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(600));
			streams.removeStreamThread(LONG);
			assertThat(streams.metadataForLocalThreads()).isEmpty();
			assertThat(streams.removeStreamThread()).isEmpty();
			assertThat(streams.state()).isEqualTo(State.RUNNING);
			run.send(600, 100);
			assertThat(streams.addStreamThread()).isPresent();
			assertThat(run.awaitOutput(700)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(700));
			assertThat(streams.close(LONG)).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
			assertThat(streams.addStreamThread()).isEmpty();
		}
	}

	@Test
	void withoutThreadsItClosesToo() {
		Run run = cluster.run("no-threads", 1);
		try (KafkaStreams streams = streams(run)) {
			streams.start();
			await().atMost(LONG).until(streams::state, State.RUNNING::equals);
			assertThatIllegalArgumentException().isThrownBy(() -> streams.removeStreamThread(Duration.ofMillis(-1)));
			streams.removeStreamThread();
			assertThat(streams.close(LONG)).isTrue();
			assertThat(streams.state()).isEqualTo(State.NOT_RUNNING);
		}
	}

	@Test
	void aListenerMayCloseItAsItStarts() {
		Run run = cluster.run("close-at-once", 1);
		KafkaStreams streams = streams(run);
		Queue<State> states = new ConcurrentLinkedQueue<>();
		streams.setStateListener((now, before) -> {
			states.add(now);
			if (now == State.REBALANCING) {
				streams.close();
			}
		});
		Thread starter = new Thread(streams::start);
		starter.setDaemon(true);
		starter.start();
		await().atMost(LONG).until(streams::state, State.NOT_RUNNING::equals);
		await().atMost(LONG)
			.untilAsserted(() -> assertThat(states).startsWith(State.REBALANCING)
				.endsWith(State.PENDING_SHUTDOWN, State.NOT_RUNNING));
	}

	private static Map<String, Integer> tasksByThread(KafkaStreams streams) {
		Map<String, Integer> tasks = new HashMap<>();
		streams.metadataForLocalThreads()
			.forEach((thread) -> tasks.put(thread.threadName(), thread.activeTasks().size()));
		return tasks;
	}

	@Test
	void aPauseStopsProcessingAlone() {
		Run run = cluster.run("pause", 2);
		AtomicInteger punctuations = new AtomicInteger();
		Topology topology = CountingTopology.of(run.input(), run.output())
			.addSource("in2", new StringDeserializer(), new StringDeserializer(), "pause-clock")
			.addProcessor("clock", () -> new Ticking(punctuations), "in2");
		cluster.kafka().createTopic("pause-clock", 1);
		try (KafkaStreams streams = new KafkaStreams(topology, run.config())) {
			streams.pause();
			assertThat(streams.isPaused()).isTrue();
			run.send(0, 100);
			streams.start();
			await().atMost(LONG).until(streams::state, State.RUNNING::equals);
			await().during(Duration.ofSeconds(1)).until(() -> processed(streams) == 0 && punctuations.get() == 0);
			streams.resume();
			run.awaitOutput(100);
			await().until(() -> punctuations.get() > 0);
			streams.pause();
			// What was processed before is committed.
			await().until(() -> run.committed() == 100);
			long before = processed(streams);
			run.send(100, 100);
			// A round that had begun may have ended by now.
			await().during(Duration.ofSeconds(1)).until(() -> processed(streams) == before);
			int ticks = punctuations.get();
			await().during(Duration.ofMillis(500)).until(() -> punctuations.get() == ticks);
			assertThat(streams.state()).isEqualTo(State.RUNNING);
			assertThat(members(run)).isEqualTo(1);
			ReadOnlyKeyValueStore<String, Long> store = counts(streams);
			assertThat(store.get("k0")).isPositive();
			streams.resume();
			assertThat(streams.isPaused()).isFalse();
			assertThat(run.awaitOutput(200)).containsExactlyInAnyOrderElementsOf(run.expectedCounts(200));
			await().until(() -> punctuations.get() > ticks);
		}
	}

	private static long processed(KafkaStreams streams) {
		return streams.status().threads().stream().mapToLong((thread) -> thread.counters().processed()).sum();
	}

	@Test
	void membersLeaveTheGroupOrRemain() throws InterruptedException, ExecutionException {
		Run run = cluster.run("leave", 1);
		sessionTimeout(run, 2000);
		KafkaStreams remaining = streams(run);
		remaining.start();
		await().atMost(LONG).until(() -> members(run) == 1);
		assertThat(remaining
			.close(CloseOptions.timeout(LONG).withGroupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP)))
			.isTrue();
		assertThat(members(run)).isEqualTo(1);
		// The group misses its heartbeats in the end.
		await().atMost(LONG).until(() -> members(run) == 0);
		KafkaStreams leaving = streams(run);
		leaving.start();
		await().atMost(LONG).until(() -> members(run) == 1);
		assertThat(leaving.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP))).isTrue();
		assertThat(members(run)).isZero();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> leaving.close(CloseOptions.timeout(Duration.ofMillis(-1))));
	}

	private static void sessionTimeout(Run run, int millis) throws InterruptedException, ExecutionException {
		AlterConfigOp op = new AlterConfigOp(new ConfigEntry("streams.session.timeout.ms", String.valueOf(millis)),
				AlterConfigOp.OpType.SET);
		cluster.admin()
			.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, run.name()), List.of(op)))
			.all()
			.get();
	}

	private static int members(Run run) {
		try {
			return cluster.admin()
				.describeStreamsGroups(List.of(run.name()))
				.describedGroups()
				.get(run.name())
				.get()
				.members()
				.size();
		}
		catch (InterruptedException | ExecutionException ex) {
			return -1;
		}
	}

	@Test
	void storesOfRunningTasksAreNotBehind() {
		Run run = cluster.run("lags", 2);
		run.send(0, 100);
		try (KafkaStreams streams = streams(run)) {
			assertThatIllegalStateException().isThrownBy(streams::allLocalStorePartitionLags);
			streams.start();
			run.awaitOutput(100);
			await().until(() -> run.committed() == 100);
			Map<String, Map<Integer, LagInfo>> lags = streams.allLocalStorePartitionLags();
			assertThat(lags).containsOnlyKeys(CountingTopology.STORE);
			assertThat(lags.get(CountingTopology.STORE)).containsOnlyKeys(0, 1).allSatisfy((partition, lag) -> {
				assertThat(lag.offsetLag()).isZero();
				assertThat(lag.endOffsetPosition()).isPositive();
			});
		}
	}

	@Test
	void instancesKnowWhereKeysAre() {
		Run run = cluster.run("hosts", 4);
		Map<HostInfo, KafkaStreams> instances = new HashMap<>();
		try (KafkaStreams first = streams(run, "application.server", "first:1111");
				KafkaStreams second = streams(run, "application.server", "second:2222")) {
			instances.put(new HostInfo("first", 1111), first);
			instances.put(new HostInfo("second", 2222), second);
			assertThatExceptionOfType(StreamsNotStartedException.class)
				.isThrownBy(() -> first.streamsMetadataForStore(CountingTopology.STORE));
			first.start();
			second.start();
			await().atMost(LONG)
				.until(() -> tasksByThread(first).containsValue(2) && tasksByThread(second).containsValue(2));
			await().atMost(LONG)
				.untilAsserted(() -> assertThat(first.streamsMetadataForStore(CountingTopology.STORE))
					.allMatch((instance) -> instance.topicPartitions().size() == 2)
					.extracting(StreamsMetadata::hostInfo)
					.containsExactlyInAnyOrderElementsOf(instances.keySet()));
			assertThat(second.metadataForAllStreamsClients()).hasSize(2);
			assertThatExceptionOfType(UnknownStateStoreException.class)
				.isThrownBy(() -> first.streamsMetadataForStore("other"));
			try (var producer = run.producer()) {
				for (int i = 0; i < 20; i++) {
					producer.send(new ProducerRecord<>(run.input(), "key" + i, "v"));
				}
			}
			await().atMost(LONG).until(() -> run.committed() == 20);
			for (int i = 0; i < 20; i++) {
				String key = "key" + i;
				KeyQueryMetadata place = first.queryMetadataForKey(CountingTopology.STORE, key, new StringSerializer());
				assertThat(place.activeHost()).isIn(instances.keySet());
				assertThat(second.queryMetadataForKey(CountingTopology.STORE, key,
						(topic, each, value, count) -> Optional.of(Set.of(place.partition()))))
					.isEqualTo(place);
				KafkaStreams owner = instances.get(place.activeHost());
				await().untilAsserted(() -> assertThat(counts(owner).get(key)).isEqualTo(1));
			}
		}
	}

	private static ReadOnlyKeyValueStore<String, Long> counts(KafkaStreams streams) {
		return streams
			.store(StoreQueryParameters.fromNameAndType(CountingTopology.STORE, QueryableStoreTypes.keyValueStore()));
	}

	@Test
	void clientsHaveNoInstanceIdsIfNobodyWantsTheirMetrics() {
		Run run = cluster.run("ids", 1);
		try (KafkaStreams streams = streams(run)) {
			assertThatIllegalStateException().isThrownBy(() -> streams.clientInstanceIds(Duration.ZERO));
			streams.start();
			await().atMost(LONG).until(streams::state, State.RUNNING::equals);
			assertThatIllegalArgumentException().isThrownBy(() -> streams.clientInstanceIds(Duration.ofMillis(-1)));
			// This broker collects none.
			assertThatExceptionOfType(TimeoutException.class)
				.isThrownBy(() -> streams.clientInstanceIds(Duration.ofMillis(300)))
				.withMessageContaining("instance id");
			assertThat(streams.state()).isEqualTo(State.RUNNING);
		}
		try (KafkaStreams streams = streams(run, "enable.metrics.push", false)) {
			streams.start();
			await().atMost(LONG).until(streams::state, State.RUNNING::equals);
			ClientInstanceIds ids = streams.clientInstanceIds(LONG);
			assertThat(ids.consumerInstanceIds()).isEmpty();
			assertThat(ids.producerInstanceIds()).isEmpty();
			assertThatIllegalStateException().isThrownBy(ids::adminInstanceId);
		}
	}

	@Test
	void clientsHaveInstanceIdsOfABrokerThatCollectsMetrics() {
		try (Cluster collecting = Cluster.start(Map.of("metric.reporters", Collecting.class.getName()))) {
			Run run = collecting.run("ids", 1);
			try (KafkaStreams streams = streams(run, "admin.enable.metrics.push", true)) {
				streams.start();
				await().atMost(LONG).until(streams::state, State.RUNNING::equals);
				ClientInstanceIds ids = streams.clientInstanceIds(LONG);
				String thread = streams.metadataForLocalThreads().iterator().next().threadName();
				assertThat(ids.adminInstanceId()).isNotNull();
				assertThat(ids.consumerInstanceIds()).containsOnlyKeys(thread + "-consumer");
				assertThat(ids.producerInstanceIds()).containsOnlyKeys(thread + "-producer");
			}
		}
	}

	private static KafkaStreams streams(Run run, Object... more) {
		return new KafkaStreams(CountingTopology.of(run.input(), run.output()), run.config(more));
	}

	/** Counts what the wall clock calls. */
	private static final class Ticking implements Processor<String, String, Void, Void> {

		private final AtomicInteger calls;

		Ticking(AtomicInteger calls) {
			this.calls = calls;
		}

		@Override
		public void init(ProcessorContext<Void, Void> context) {
			context.schedule(Duration.ofMillis(50), PunctuationType.WALL_CLOCK_TIME,
					(now) -> this.calls.incrementAndGet());
		}

		@Override
		public void process(Record<String, String> record) {
		}

	}

	/** Has the broker ask clients for metrics. */
	public static final class Collecting implements MetricsReporter, ClientTelemetryExporterProvider {

		@Override
		public ClientTelemetryExporter clientTelemetryExporter() {
			return (context, payload) -> {
			};
		}

		@Override
		public void init(List<KafkaMetric> metrics) {
		}

		@Override
		public void metricChange(KafkaMetric metric) {
		}

		@Override
		public void metricRemoval(KafkaMetric metric) {
		}

		@Override
		public void close() {
		}

		@Override
		public void configure(Map<String, ?> configs) {
		}

	}

}
