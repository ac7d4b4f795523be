package io.millrace.streams;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.internal.runtime.RuntimeProbe;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.StateRestoreListener;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.MultiVersionedKeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.RangeQuery;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.TimestampedKeyQuery;
import io.millrace.streams.query.VersionedKeyQuery;
import io.millrace.streams.query.WindowKeyQuery;
import io.millrace.streams.query.WindowRangeQuery;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedRecordIterator;
import io.millrace.streams.state.WindowStoreIterator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class StateQueriesIT {

	private static final Duration CLOSE = Duration.ofSeconds(20);

	// A member that hears nothing for five heartbeats answers no queries.
	@AutoClose
	private static final Cluster cluster = Cluster.start(1000, 20_000);

	private static KafkaStreams started(Topology topology, StreamsConfig config) {
		KafkaStreams streams = new KafkaStreams(topology, config, RuntimeProbe.NONE);
		streams.start();
		return streams;
	}

	private static KafkaStreams running(EveryStore everyStore, Run run, RuntimeProbe probe) {
		return Run.running(everyStore.topology(run.input()), run.onRequest(), probe);
	}

	private static <R> StateQueryRequest<R> request(String store, Query<R> query) {
		return StateQueryRequest.inStore(store).withQuery(query);
	}

	private static StateQueryRequest<Long> value() {
		return request(EveryStore.PLAIN, KeyQuery.<String, Long>withKey("k"));
	}

	private static QueryResult<Long> value(KafkaStreams streams, IsolationLevel level, PositionBound bound) {
		return streams.query(value().withPartitions(Set.of(0)).withIsolationLevel(level).withPositionBound(bound))
			.getPartitionResults()
			.get(0);
	}

	private static Position position(Run run, int partition, long offset) {
		return Position.emptyPosition().withComponent(run.input(), partition, offset);
	}

	private static String outcome(QueryResult<?> result) {
		return result.isSuccess() ? String.valueOf(result.getResult()) : result.getFailureReason().toString();
	}

	private static Map<Integer, String> outcomes(KafkaStreams streams, StateQueryRequest<?> request) {
		Map<Integer, String> outcomes = new TreeMap<>();
		streams.query(request)
			.getPartitionResults()
			.forEach((partition, result) -> outcomes.put(partition, outcome(result)));
		return outcomes;
	}

	@Test
	void partitionsOfTwoMembersAnswerForThemselves() throws Exception {
		Run run = cluster.run("members", 4);
		EveryStore firsts = new EveryStore();
		EveryStore seconds = new EveryStore();
		try (KafkaStreams first = started(firsts.topology(run.input()), run.config());
				KafkaStreams second = started(seconds.topology(run.input()),
						run.config("state.dir", Path.of("target", "state", UUID.randomUUID().toString()).toString()))) {
			Map<Integer, String> expected = new HashMap<>();
			Position sent = Position.emptyPosition();
			for (int partition = 0; partition < 4; partition++) {
				sent.withComponent(run.input(), partition, run.sendOne(partition, String.valueOf(10 + partition)));
				expected.put(partition, String.valueOf(10 + partition));
			}
			StateQueryRequest<Long> bounded = value().withPositionBound(PositionBound.at(sent));
			await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
				Map<Integer, String> ofFirst = outcomes(first, bounded);
				Map<Integer, String> ofSecond = outcomes(second, bounded);
				assertThat(ofFirst).hasSize(2);
				assertThat(ofSecond).hasSize(2);
				Map<Integer, String> all = new HashMap<>(ofFirst);
				all.putAll(ofSecond);
				assertThat(all).isEqualTo(expected);
			});
			Set<Integer> here = outcomes(first, bounded).keySet();
			outcomes(first, bounded.withPartitions(Set.of(0, 1, 2, 3, 4, -7))).forEach((partition, outcome) -> {
				if (partition < 0 || partition > 3) {
					assertThat(outcome).isEqualTo("DOES_NOT_EXIST");
				}
				else {
					assertThat(outcome).isEqualTo(here.contains(partition) ? expected.get(partition) : "NOT_PRESENT");
				}
			});
			Position reached = first.query(bounded).getPosition().merge(second.query(bounded).getPosition());
			assertThat(reached).isEqualTo(sent);
			// The first one's partitions move to the second one.
			assertThat(first.close(CLOSE)).isTrue();
			await().atMost(Duration.ofSeconds(60))
				.untilAsserted(() -> assertThat(outcomes(second, bounded)).isEqualTo(expected));
			assertThatExceptionOfType(StreamsStoppedException.class).isThrownBy(() -> first.query(bounded));
		}
	}

	@Test
	void boundIsReachedWhenTheContentIsShown() throws Exception {
		Run run = cluster.run("bounds", 1);
		EveryStore everyStore = new EveryStore();
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams streams = running(everyStore, run, probe)) {
			assertThat(value(streams, IsolationLevel.READ_COMMITTED, PositionBound.unbounded()).getPosition())
				.isEqualTo(Position.emptyPosition());
			PositionBound first = PositionBound.at(position(run, 0, run.sendOne(0, "1")));
			await().until(() -> everyStore.seen("1"));
			QueryResult<Long> uncommitted = value(streams, IsolationLevel.READ_UNCOMMITTED, first);
			assertThat(uncommitted.getResult()).isEqualTo(1);
			assertThat(uncommitted.getPosition()).isEqualTo(first.position());
			QueryResult<Long> committed = value(streams, IsolationLevel.READ_COMMITTED, first);
			assertThat(outcome(committed)).isEqualTo("NOT_UP_TO_BOUND");
			assertThat(committed.getPosition()).isEqualTo(Position.emptyPosition());
			// What is committed is shown unless one says otherwise.
			assertThat(outcomes(streams, value().withPositionBound(first))).isEqualTo(Map.of(0, "NOT_UP_TO_BOUND"));
			long commit = run.sendOne(0, "commit");
			await().until(() -> probe.published.get() == 1);
			committed = value(streams, IsolationLevel.READ_COMMITTED, PositionBound.at(position(run, 0, commit)));
			assertThat(committed.getResult()).isEqualTo(1);
			assertThat(committed.getPosition()).isEqualTo(position(run, 0, commit));
		}
	}

	@Test
	void abortTakesThePositionBack() throws Exception {
		Run run = cluster.run("abort", 1);
		EveryStore everyStore = new EveryStore();
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams streams = running(everyStore, run, probe); Gate again = new Gate()) {
			run.sendOne(0, "1");
			long commit = run.sendOne(0, "commit");
			await().until(() -> probe.published.get() == 1);
			PositionBound second = PositionBound.at(position(run, 0, run.sendOne(0, "2")));
			await().until(() -> everyStore.seen("2"));
			assertThat(value(streams, IsolationLevel.READ_UNCOMMITTED, second).getResult()).isEqualTo(2);
			// What comes again after the abort waits.
			everyStore.hook = (value) -> {
				if (value.equals("2")) {
					again.pass();
				}
			};
			probe.failing = true;
			run.sendOne(0, "commit");
			await().until(() -> probe.failed);
			assertThat(outcome(value(streams, IsolationLevel.READ_COMMITTED, second))).isEqualTo("NOT_UP_TO_BOUND");
			QueryResult<Long> committed = value(streams, IsolationLevel.READ_COMMITTED, PositionBound.unbounded());
			assertThat(committed.getResult()).isEqualTo(1);
			assertThat(committed.getPosition()).isEqualTo(position(run, 0, commit));
			again.open();
			await().until(() -> probe.published.get() == 2);
			assertThat(value(streams, IsolationLevel.READ_COMMITTED, second).getResult()).isEqualTo(2);
		}
	}

	/**
	 * Has the application commit the value 1, and stop.
	 * @return the offset of the last record
	 */
	private static long commitOne(Run run) throws Exception {
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams streams = running(new EveryStore(), run, probe)) {
			run.sendOne(0, "1");
			long commit = run.sendOne(0, "commit");
			await().until(() -> probe.published.get() == 1);
			assertThat(streams.close(CLOSE)).isTrue();
			return commit;
		}
	}

	@Test
	void positionIsKnownAfterARestart() throws Exception {
		Run run = cluster.run("restart", 1);
		long commit = commitOne(run);
		String elsewhere = Path.of("target", "state", UUID.randomUUID().toString()).toString();
		for (StreamsConfig config : List.of(run.onRequest(), run.onRequest("state.dir", elsewhere))) {
			try (KafkaStreams streams = Run.running(new EveryStore().topology(run.input()), config,
					RuntimeProbe.NONE)) {
				for (IsolationLevel level : IsolationLevel.values()) {
					QueryResult<Long> result = value(streams, level, PositionBound.at(position(run, 0, commit)));
					assertThat(result.isSuccess()).as(result.toString()).isTrue();
					assertThat(result.getResult()).isEqualTo(1);
					assertThat(result.getPosition()).isEqualTo(position(run, 0, commit));
				}
				assertThat(streams.close(CLOSE)).isTrue();
			}
		}
	}

	@Test
	void stateThatIsBeingRestoredIsNotShown() throws Exception {
		Run run = cluster.run("restoring", 1);
		commitOne(run);
		KafkaStreams streams = new KafkaStreams(new EveryStore().topology(run.input()),
				run.onRequest("state.dir", Path.of("target", "state", UUID.randomUUID().toString()).toString()));
		try (streams; Gate restoring = new Gate()) {
			assertThatExceptionOfType(StreamsNotStartedException.class).isThrownBy(() -> streams.query(value()));
			streams.setGlobalStateRestoreListener(new Waiting(restoring));
			streams.start();
			restoring.awaitReached();
			assertThat(outcomes(streams, value())).isEqualTo(Map.of(0, "NOT_ACTIVE"));
			assertThat(outcomes(streams, value().requireActive().withPartitions(Set.of(0, 1))))
				.isEqualTo(Map.of(0, "NOT_ACTIVE", 1, "DOES_NOT_EXIST"));
			restoring.open();
			await().atMost(Duration.ofSeconds(30)).until(() -> outcomes(streams, value()).equals(Map.of(0, "1")));
		}
	}

	@Test
	void storesOfEachKindAnswer() throws Exception {
		Run run = cluster.run("kinds", 1);
		EveryStore everyStore = new EveryStore();
		CommitProbe probe = new CommitProbe();
		try (KafkaStreams streams = running(everyStore, run, probe)) {
			run.sendOne(0, "1");
			run.sendOne(0, "commit");
			await().until(() -> probe.published.get() == 1);
			run.sendOne(0, "2");
			await().until(() -> everyStore.seen("2"));
			assertThat(answers(streams, IsolationLevel.READ_COMMITTED)).containsOnly("1");
			assertThat(answers(streams, IsolationLevel.READ_UNCOMMITTED)).containsOnly("2");
			assertThat(versions(streams, IsolationLevel.READ_COMMITTED)).containsExactly(1L);
			assertThat(versions(streams, IsolationLevel.READ_UNCOMMITTED)).containsExactly(2L, 1L);
			assertThat(outcomes(streams, request(EveryStore.SESSIONS, KeyQuery.withKey("k"))))
				.isEqualTo(Map.of(0, "UNKNOWN_QUERY_TYPE"));
			QueryResult<Long> told = streams.query(value().enableExecutionInfo()).getOnlyPartitionResult();
			assertThat(told.getExecutionInfo()).hasSize(2);
		}
	}

	private static <R> R answer(KafkaStreams streams, IsolationLevel level, String store, Query<R> query) {
		return streams.query(request(store, query).withIsolationLevel(level)).getOnlyPartitionResult().getResult();
	}

	private static List<String> answers(KafkaStreams streams, IsolationLevel level) {
		List<Object> values = new ArrayList<>();
		values.add(answer(streams, level, EveryStore.PLAIN, KeyQuery.withKey("k")));
		values.add(answer(streams, level, EveryStore.TIMESTAMPED, KeyQuery.withKey("k")));
		values.add(
				answer(streams, level, EveryStore.TIMESTAMPED, TimestampedKeyQuery.<String, Long>withKey("k")).value());
		try (KeyValueIterator<String, Long> all = answer(streams, level, EveryStore.PLAIN,
				RangeQuery.<String, Long>withNoBounds().withDescendingKeys())) {
			values.add(all.next().value);
		}
		Instant start = Instant.ofEpochMilli(EveryStore.START);
		try (WindowStoreIterator<ValueAndTimestamp<Long>> windows = answer(streams, level, EveryStore.WINDOWS,
				WindowKeyQuery.<String, ValueAndTimestamp<Long>>withKeyAndWindowStartRange("k", start, start))) {
			values.add(windows.next().value.value());
		}
		try (KeyValueIterator<Windowed<String>, ValueAndTimestamp<Long>> windows = answer(streams, level,
				EveryStore.WINDOWS,
				WindowRangeQuery.<String, ValueAndTimestamp<Long>>withWindowStartRange(start, start))) {
			values.add(windows.next().value.value());
		}
		try (KeyValueIterator<Windowed<String>, Long> sessions = answer(streams, level, EveryStore.SESSIONS,
				WindowRangeQuery.<String, Long>withKey("k"))) {
			values.add(sessions.next().value);
		}
		values.add(answer(streams, level, EveryStore.VERSIONS, VersionedKeyQuery.<String, Long>withKey("k")).value());
		return values.stream().map(String::valueOf).toList();
	}

	private static List<Long> versions(KafkaStreams streams, IsolationLevel level) {
		List<Long> values = new ArrayList<>();
		try (VersionedRecordIterator<Long> versions = answer(streams, level, EveryStore.VERSIONS,
				MultiVersionedKeyQuery.<String, Long>withKey("k"))) {
			versions.forEachRemaining((version) -> values.add(version.value()));
		}
		return values;
	}

	@Test
	void storeOfOnesOwnAnswersItsOwnQueries() throws Exception {
		Run run = cluster.run("own", 1);
		Topology topology = new Topology()
			.addSource("in", new StringDeserializer(), new StringDeserializer(), run.input())
			.addProcessor("keep", () -> new ContextualProcessor<String, String, Void, Void>() {

				@Override
				public void process(Record<String, String> record) {
					context().<OwnStore>getStateStore(OwnStore.NAME).put(record.key(), record.value());
				}

			}, "in")
			.addStateStore(new OwnStore.Builder(), "keep");
		try (KafkaStreams streams = Run.running(topology, run.config(), RuntimeProbe.NONE)) {
			StateQueryRequest<String> last = request(OwnStore.NAME, new OwnStore.Last());
			// It has nothing yet, and fails for that.
			assertThat(outcomes(streams, last)).isEqualTo(Map.of(0, "STORE_EXCEPTION"));
			run.sendOne(0, "1");
			await().until(() -> outcomes(streams, last).equals(Map.of(0, "1")));
			QueryResult<String> told = streams.query(last.enableExecutionInfo()).getOnlyPartitionResult();
			assertThat(told.getExecutionInfo()).hasSize(2).first().isEqualTo("last of 1 read_committed");
			assertThat(outcomes(streams, request(OwnStore.NAME, KeyQuery.withKey("k"))))
				.isEqualTo(Map.of(0, "UNKNOWN_QUERY_TYPE"));
		}
	}

	/**
	 * A record's value is its offset, so that content tells how far it reflects the
	 * input.
	 */
	@Test
	void positionIsNeverAheadOfTheContent() throws Exception {
		Run run = cluster.run("ahead", 1);
		CommitProbe probe = new CommitProbe();
		probe.failEach = 5;
		try (KafkaStreams streams = Run.running(new EveryStore().topology(run.input()),
				run.config("commit.interval.ms", 20), probe); KafkaProducer<String, String> producer = run.producer()) {
			int records = 0;
			Map<IsolationLevel, Integer> answered = new HashMap<>();
			int reached = 0;
			long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
			while ((probe.published.get() < 40 || reached < 200) && System.nanoTime() < deadline) {
				for (int i = 0; i < 20; i++) {
					producer.send(new ProducerRecord<>(run.input(), 0, "k", String.valueOf(records++)));
				}
				for (IsolationLevel level : IsolationLevel.values()) {
					QueryResult<Long> result = value(streams, level, PositionBound.unbounded());
					Long offset = result.getPosition().getPartitionPositions(run.input()).get(0);
					if (offset != null) {
						assertThat(result.getResult()).as("value at %s, %s", result.getPosition(), level)
							.isGreaterThanOrEqualTo(offset);
						answered.merge(level, 1, Integer::sum);
						QueryResult<Long> bounded = value(streams, level, PositionBound.at(position(run, 0, offset)));
						if (bounded.isSuccess()) {
							reached++;
							assertThat(bounded.getResult()).isGreaterThanOrEqualTo(offset);
						}
						else {
							// An abort came between.
							assertThat(bounded.getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
							assertThat(level).isEqualTo(IsolationLevel.READ_UNCOMMITTED);
						}
					}
				}
			}
			assertThat(probe.failed).isTrue();
			assertThat(reached).isGreaterThanOrEqualTo(200);
			assertThat(answered).containsOnlyKeys(IsolationLevel.values());
		}
	}

	/**
	 * Holds restoration up.
	 */
	private record Waiting(Gate gate) implements StateRestoreListener {

		@Override
		public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
			this.gate.pass();
		}

		@Override
		public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
		}

		@Override
		public void onRestoreEnd(TopicPartition partition, String store, long restored) {
		}

	}

}
