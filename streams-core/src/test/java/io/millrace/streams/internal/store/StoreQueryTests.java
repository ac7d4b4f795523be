package io.millrace.streams.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.millrace.streams.errors.StreamsRebalancingException;
import io.millrace.streams.errors.StreamsStoppedException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.MultiVersionedKeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.RangeQuery;
import io.millrace.streams.query.TimestampedKeyQuery;
import io.millrace.streams.query.TimestampedRangeQuery;
import io.millrace.streams.query.VersionedKeyQuery;
import io.millrace.streams.query.WindowKeyQuery;
import io.millrace.streams.query.WindowRangeQuery;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.VersionedRecordIterator;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class StoreQueryTests {

	private static final Duration RETENTION = Duration.ofMillis(150_000);

	private static final QueryConfig COMMITTED = new QueryConfig(false, IsolationLevel.READ_COMMITTED);

	private static final QueryConfig UNCOMMITTED = new QueryConfig(false, IsolationLevel.READ_UNCOMMITTED);

	private final StoreFixture fixture = new StoreFixture(
			Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(), Serdes.Long()));

	private final KeyValueStore<String, Long> store = this.fixture.facade();

	private void put(String key, long value) {
		this.fixture.through++;
		this.store.put(key, value);
		this.fixture.store.mark();
	}

	private static PositionBound bound(long offset) {
		return PositionBound.at(position(offset));
	}

	private static Position position(long offset) {
		return Position.emptyPosition().withComponent("in", 0, offset);
	}

	private static QueryResult<Long> get(StateStore store, PositionBound bound, QueryConfig config) {
		return store.query(KeyQuery.withKey("a"), bound, config);
	}

	@Test
	void isolationLevelsDifferInContentAndPosition() {
		put("a", 1);
		this.fixture.commit();
		put("a", 2);
		for (StateStore asked : List.of(this.store, this.fixture.<StateStore>uncommittedView())) {
			QueryResult<Long> committed = get(asked, PositionBound.unbounded(), COMMITTED);
			assertThat(committed.getResult()).isEqualTo(1);
			assertThat(committed.getPosition()).isEqualTo(position(0));
			QueryResult<Long> uncommitted = get(asked, PositionBound.unbounded(), UNCOMMITTED);
			assertThat(uncommitted.getResult()).isEqualTo(2);
			assertThat(uncommitted.getPosition()).isEqualTo(position(1));
			assertThat(get(asked, bound(1), UNCOMMITTED).getResult()).isEqualTo(2);
			QueryResult<Long> refused = get(asked, bound(1), COMMITTED);
			assertThat(refused.getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
			assertThat(refused.getFailureMessage()).contains("{in={0=0}}", "{in={0=1}}");
			assertThat(refused.getPosition()).isEqualTo(position(0));
		}
	}

	@Test
	void boundIsThatOfTheStoresOwnPartition() {
		put("a", 1);
		this.fixture.commit();
		StateStore view = this.fixture.view();
		assertThat(get(view, bound(0), COMMITTED).getResult()).isEqualTo(1);
		PositionBound elsewhere = PositionBound.at(Position.emptyPosition().withComponent("in", 1, 100));
		assertThat(get(view, elsewhere, COMMITTED).getResult()).isEqualTo(1);
		PositionBound unread = PositionBound.at(Position.emptyPosition().withComponent("other", 0, 0));
		assertThat(get(view, unread, COMMITTED).getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
	}

	@Test
	void positionIsTakenBeforeCommittedContent() {
		put("a", 1);
		this.fixture.commit();
		put("a", 2);
		// Asked when the position is known and nothing is read.
		BooleanSupplier committing = () -> {
			this.fixture.commit();
			return true;
		};
		QueryResult<Long> result = get(this.fixture.store.committedView(committing), PositionBound.unbounded(),
				COMMITTED);
		assertThat(result.getResult()).isEqualTo(2);
		assertThat(result.getPosition()).isEqualTo(position(0));
	}

	@Test
	void positionIsTakenTogetherWithUncommittedContent() {
		put("a", 1);
		this.fixture.commit();
		OwnerThread slow = new OwnerThread() {

			@Override
			public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
				put("a", 2);
				T answer = question.get();
				put("a", 3);
				return answer;
			}

		};
		StateStore view = this.fixture.store.view(IsolationLevel.READ_UNCOMMITTED, () -> true, slow);
		QueryResult<Long> result = get(view, PositionBound.unbounded(), UNCOMMITTED);
		assertThat(result.getResult()).isEqualTo(2);
		assertThat(result.getPosition()).isEqualTo(position(1));
		QueryResult<KeyValueIterator<String, Long>> all = view.query(RangeQuery.withNoBounds(), bound(3), UNCOMMITTED);
		assertThat(all.getPosition()).isEqualTo(position(3));
		try (KeyValueIterator<String, Long> entries = Objects.requireNonNull(all.getResult())) {
			assertThat(entries.next().value).isEqualTo(2);
		}
		assertThat(view.query(RangeQuery.withNoBounds(), bound(6), UNCOMMITTED).getFailureReason())
			.isEqualTo(FailureReason.NOT_UP_TO_BOUND);
		this.fixture.store.discard();
		this.fixture.through = this.fixture.committedOffset;
		assertThat(get(this.store, bound(1), UNCOMMITTED).getFailureReason()).isEqualTo(FailureReason.NOT_UP_TO_BOUND);
	}

	@Test
	void whatIsRefusedIsClosed() {
		CursorCount cursors = new CursorCount(this.fixture.engine);
		KeyValueTaskStore counted = new KeyValueTaskStore("store", false,
				new StoreSerdes("store", "topic", false, Serdes.String(), Serdes.Long()), cursors, () -> 0,
				new CacheBudget(0), false);
		counted.reflects(this.fixture);
		QueryResult<KeyValueIterator<String, Long>> answered = counted.facade()
			.query(RangeQuery.withNoBounds(), PositionBound.unbounded(), COMMITTED);
		assertThat(cursors.open).isEqualTo(1);
		Objects.requireNonNull(answered.getResult()).close();
		for (QueryConfig config : List.of(COMMITTED, UNCOMMITTED)) {
			assertThat(counted.facade().query(RangeQuery.withNoBounds(), bound(5), config).getFailureReason())
				.isEqualTo(FailureReason.NOT_UP_TO_BOUND);
		}
		assertThat(cursors.opened).isEqualTo(3);
		assertThat(cursors.open).isZero();
	}

	static Stream<Arguments> failures() {
		return Stream.of(Arguments.of(OwnerThread.gone("store"), FailureReason.NOT_PRESENT),
				Arguments.of(new StreamsStoppedException("stopped"), FailureReason.NOT_PRESENT),
				Arguments.of(new StreamsRebalancingException("rebalancing"), FailureReason.NOT_ACTIVE),
				Arguments.of(new IllegalStateException("broken"), FailureReason.STORE_EXCEPTION),
				Arguments.of(new IllegalStateException((String) null), FailureReason.STORE_EXCEPTION));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void whatIsThrownBecomesAResult(RuntimeException thrown, FailureReason reason) {
		OwnerThread failing = new OwnerThread() {

			@Override
			public <T extends @Nullable Object> T ask(String store, Supplier<T> question, Supplier<T> committed) {
				throw thrown;
			}

		};
		StateStore view = this.fixture.store.view(IsolationLevel.READ_COMMITTED, () -> true, failing);
		QueryResult<Long> result = get(view, PositionBound.unbounded(), UNCOMMITTED);
		assertThat(result.getFailureReason()).isEqualTo(reason);
		assertThat(result.getFailureMessage()).contains((thrown.getMessage() != null) ? thrown.getMessage() : "store");
		assertThat(get(view, PositionBound.unbounded(), COMMITTED).isSuccess()).isTrue();
	}

	@Test
	void failuresToReadBecomeResults() {
		StateStore closed = this.fixture.store.committedView(() -> false);
		assertThat(get(closed, PositionBound.unbounded(), COMMITTED).getFailureReason())
			.isEqualTo(FailureReason.NOT_PRESENT);
		StateStore view = this.fixture.view();
		assertThat(view.query(KeyQuery.withKey(5), PositionBound.unbounded(), COMMITTED).getFailureReason())
			.isEqualTo(FailureReason.STORE_EXCEPTION);
		// Nobody is there to ask for more than what is committed.
		assertThat(get(view, PositionBound.unbounded(), UNCOMMITTED).getFailureReason())
			.isEqualTo(FailureReason.STORE_EXCEPTION);
	}

	@Test
	void tellsHowItWasDoneIfAsked() {
		StateStore view = this.fixture.view();
		assertThat(get(view, PositionBound.unbounded(), COMMITTED).getExecutionInfo()).isEmpty();
		QueryConfig telling = new QueryConfig(true, IsolationLevel.READ_COMMITTED);
		assertThat(get(view, PositionBound.unbounded(), telling).getExecutionInfo()).singleElement()
			.asString()
			.contains("PlainKeyValueView", "read_committed", " ns");
		assertThat(get(view, bound(5), telling).getExecutionInfo()).hasSize(1);
	}

	/**
	 * Each kind of store with the queries that it knows.
	 */
	static Stream<Arguments> kinds() {
		Duration size = Duration.ofMillis(10);
		List<String> keyValues = List.of("KeyQuery", "RangeQuery");
		return Stream.of(
				Arguments.of(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(),
						Serdes.Long()), keyValues),
				Arguments.of(
						Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("store"), Serdes.String(),
								Serdes.Long()),
						List.of("KeyQuery", "RangeQuery", "TimestampedKeyQuery", "TimestampedRangeQuery")),
				Arguments.of(
						Stores.windowStoreBuilder(Stores.inMemoryWindowStore("store", RETENTION, size, false),
								Serdes.String(), Serdes.Long()),
						List.of("WindowKeyQuery", "WindowRangeQuery of times")),
				Arguments.of(Stores.timestampedWindowStoreBuilder(
						Stores.inMemoryWindowStore("store", RETENTION, size, false), Serdes.String(), Serdes.Long()),
						List.of("WindowKeyQuery", "WindowRangeQuery of times")),
				Arguments.of(Stores.sessionStoreBuilder(Stores.inMemorySessionStore("store", RETENTION),
						Serdes.String(), Serdes.Long()), List.of("WindowRangeQuery of a key")),
				Arguments.of(Stores.versionedKeyValueStoreBuilder(
						Stores.persistentVersionedKeyValueStore("store", RETENTION), Serdes.String(), Serdes.Long()),
						List.of("VersionedKeyQuery", "MultiVersionedKeyQuery")));
	}

	@ParameterizedTest
	@MethodSource("kinds")
	void storesKnowTheirOwnQueries(StoreBuilder<?> builder, List<String> known) {
		Map<String, Query<?>> queries = Map.of("KeyQuery", KeyQuery.withKey("a"), "RangeQuery",
				RangeQuery.withNoBounds(), "TimestampedKeyQuery", TimestampedKeyQuery.withKey("a"),
				"TimestampedRangeQuery", TimestampedRangeQuery.withNoBounds(), "WindowKeyQuery",
				WindowKeyQuery.withKeyAndWindowStartRange("a", Instant.EPOCH, Instant.EPOCH),
				"WindowRangeQuery of times", WindowRangeQuery.withWindowStartRange(Instant.EPOCH, Instant.EPOCH),
				"WindowRangeQuery of a key", WindowRangeQuery.withKey("a"), "VersionedKeyQuery",
				VersionedKeyQuery.withKey("a"), "MultiVersionedKeyQuery", MultiVersionedKeyQuery.withKey("a"),
				"another", new Query<Long>() {
				});
		StoreFixture asked = new StoreFixture(builder);
		for (StateStore view : List.of(asked.<StateStore>view(), asked.<StateStore>facade(),
				asked.<StateStore>uncommittedView())) {
			queries.forEach((name, query) -> {
				QueryResult<?> result = view.query(query, PositionBound.unbounded(), COMMITTED);
				assertThat(result.isSuccess()).as(name).isEqualTo(known.contains(name));
				// What can never be answered says so even if the bound isn't reached.
				QueryResult<?> bounded = view.query(query, bound(5), COMMITTED);
				assertThat(bounded.getFailureReason()).as(name)
					.isEqualTo(known.contains(name) ? FailureReason.NOT_UP_TO_BOUND : FailureReason.UNKNOWN_QUERY_TYPE);
			});
		}
	}

	@Test
	void timeThatFitsNoMillisecondsIsAFailure() {
		StoreFixture versions = new StoreFixture(Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("store", RETENTION), Serdes.String(), Serdes.Long()));
		StateStore view = versions.view();
		List<Query<?>> queries = List.of(VersionedKeyQuery.withKey("a").asOf(Instant.MAX),
				MultiVersionedKeyQuery.withKey("a").fromTime(Instant.MIN),
				MultiVersionedKeyQuery.withKey("a").fromTime(Instant.ofEpochMilli(2)).toTime(Instant.ofEpochMilli(1)));
		for (Query<?> query : queries) {
			assertThat(view.query(query, PositionBound.unbounded(), COMMITTED).getFailureReason())
				.isEqualTo(FailureReason.STORE_EXCEPTION);
		}
	}

	/**
	 * The versions within a time are those that are found by asking for each moment of
	 * it.
	 */
	@Test
	void versionsAreThoseOfEachMoment() throws Exception {
		for (int round = 0; round < 5; round++) {
			new Seeds("StoreQueryTests").run(round, StoreQueryTests::compareVersions);
		}
	}

	private static void compareVersions(Random random) {
		StoreFixture versions = new StoreFixture(Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("store", RETENTION), Serdes.String(), Serdes.Long()));
		VersionedKeyValueStore<String, Long> store = versions.facade();
		for (int step = 0; step < 150; step++) {
			store.put(key(random), (random.nextInt(4) == 0) ? null : (long) step, random.nextInt(40) * 10_000L);
			if (random.nextInt(10) == 0) {
				versions.store.discard();
			}
			else if (random.nextInt(8) == 0) {
				versions.commit();
			}
			long from = random.nextInt(45) * 10_000L;
			long to = from + random.nextInt(45) * 10_000L;
			for (StateStore view : List.of(store, versions.<StateStore>uncommittedView())) {
				for (IsolationLevel level : IsolationLevel.values()) {
					compareVersions(view, level, key(random), from, to);
				}
			}
		}
	}

	@SuppressWarnings("unchecked")
	private static void compareVersions(StateStore view, IsolationLevel level, String key, long from, long to) {
		VersionedKeyValueStore<String, Long> under = ((VersionedKeyValueStore<String, Long>) view).readOnly(level);
		List<VersionedRecord<Long>> expected = new ArrayList<>();
		for (long time = from; time <= to; time += 10_000) {
			VersionedRecord<Long> version = under.get(key, time);
			if (version != null && !expected.contains(version)) {
				expected.add(version);
			}
		}
		MultiVersionedKeyQuery<String, Long> query = MultiVersionedKeyQuery.<String, Long>withKey(key)
			.fromTime(Instant.ofEpochMilli(from))
			.toTime(Instant.ofEpochMilli(to));
		assertThat(versions(view, query.withAscendingTimestamps(), level)).as("from %d to %d", from, to)
			.isEqualTo(expected);
		List<VersionedRecord<Long>> backwards = versions(view, query, level);
		Collections.reverse(backwards);
		assertThat(backwards).as("from %d to %d", from, to).isEqualTo(expected);
	}

	private static List<VersionedRecord<Long>> versions(StateStore view, MultiVersionedKeyQuery<String, Long> query,
			IsolationLevel level) {
		List<VersionedRecord<Long>> found = new ArrayList<>();
		QueryResult<VersionedRecordIterator<Long>> result = view.query(query, PositionBound.unbounded(),
				new QueryConfig(false, level));
		try (VersionedRecordIterator<Long> versions = Objects.requireNonNull(result.getResult())) {
			versions.forEachRemaining(found::add);
		}
		return found;
	}

	private static String key(Random random) {
		return List.of("", "a", "a\0", "ab").get(random.nextInt(4));
	}

}
