package io.millrace.streams.programs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.query.FailureReason;
import io.millrace.streams.query.KeyQuery;
import io.millrace.streams.query.MultiVersionedKeyQuery;
import io.millrace.streams.query.Position;
import io.millrace.streams.query.PositionBound;
import io.millrace.streams.query.Query;
import io.millrace.streams.query.QueryConfig;
import io.millrace.streams.query.QueryResult;
import io.millrace.streams.query.RangeQuery;
import io.millrace.streams.query.ResultOrder;
import io.millrace.streams.query.StateQueryRequest;
import io.millrace.streams.query.StateQueryResult;
import io.millrace.streams.query.TimestampedKeyQuery;
import io.millrace.streams.query.TimestampedRangeQuery;
import io.millrace.streams.query.VersionedKeyQuery;
import io.millrace.streams.query.WindowKeyQuery;
import io.millrace.streams.query.WindowRangeQuery;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.TimestampedWindowStore;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;

/**
 * Asks stores of each kind for whatever can be asked, and says in text what they answer.
 * Compiled a second time with the import prefix of Kafka Streams, so it may use only what
 * both have. Messages are of each one's own wording and left out.
 */
public final class QueryProgram {

	private static final Duration RETENTION = Duration.ofDays(1);

	private static final Duration SIZE = Duration.ofMillis(10);

	private static final List<String> KEYS = List.of("a", "ab", "b", "c", "\u00e4");

	private static final String[] WRITTEN = { "plain", "timestamped", "windows", "timed-windows", "sessions",
			"versions" };

	private QueryProgram() {
	}

	/**
	 * Pipes random records in, and asks random questions after some of them.
	 */
	public static List<String> answers(long seed) {
		Random random = new Random(seed);
		List<String> answers = new ArrayList<>();
		Properties settings = new Properties();
		settings.setProperty("application.id", "queries");
		settings.setProperty("bootstrap.servers", "none:9092");
		settings.setProperty("state.dir", System.getProperty("java.io.tmpdir") + "/queries-" + seed);
		try (TopologyTestDriver driver = new TopologyTestDriver(topology().build(), settings)) {
			TestInputTopic<String, Long> input = driver.createInputTopic("in", new StringSerializer(),
					new LongSerializer());
			ask(driver, random, -1, answers);
			for (int offset = 0; offset < 60; offset++) {
				input.pipeInput(key(random), random.nextInt(4) == 0 ? -1L : (long) offset, time(random));
				if (offset % 6 == 5) {
					ask(driver, random, offset, answers);
				}
			}
		}
		return answers;
	}

	private static StreamsBuilder topology() {
		StreamsBuilder builder = new StreamsBuilder();
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("plain"), Serdes.String(), Serdes.Long()));
		builder.addStateStore(Stores.timestampedKeyValueStoreBuilder(Stores.inMemoryKeyValueStore("timestamped"),
				Serdes.String(), Serdes.Long()));
		builder.addStateStore(Stores.windowStoreBuilder(Stores.inMemoryWindowStore("windows", RETENTION, SIZE, false),
				Serdes.String(), Serdes.Long()));
		builder.addStateStore(Stores.timestampedWindowStoreBuilder(
				Stores.inMemoryWindowStore("timed-windows", RETENTION, SIZE, false), Serdes.String(), Serdes.Long()));
		builder.addStateStore(Stores.sessionStoreBuilder(Stores.inMemorySessionStore("sessions", RETENTION),
				Serdes.String(), Serdes.Long()));
		builder.addStateStore(Stores.versionedKeyValueStoreBuilder(
				Stores.persistentVersionedKeyValueStore("versions", RETENTION), Serdes.String(), Serdes.Long()));
		var stream = builder.stream("in", Consumed.with(Serdes.String(), Serdes.Long()));
		stream.process(Keeping::new, WRITTEN);
		stream.groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
				.withKeySerde(Serdes.String())
				.withCachingDisabled());
		stream.groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
			.windowedBy(TimeWindows.ofSizeAndGrace(SIZE, Duration.ofHours(1)))
			.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("window-counts")
				.withKeySerde(Serdes.String())
				.withCachingDisabled());
		return builder;
	}

	private static String key(Random random) {
		return KEYS.get(random.nextInt(KEYS.size()));
	}

	private static long time(Random random) {
		return 1000 + random.nextInt(30) * 5L;
	}

	private static Instant instant(Random random) {
		return Instant.ofEpochMilli(time(random));
	}

	private static void ask(TopologyTestDriver driver, Random random, int offset, List<String> answers) {
		for (StateStore store : new TreeMap<>(driver.getAllStateStores()).values()) {
			for (Query<?> query : queries(store.name(), random)) {
				PositionBound bound = bound(random, offset);
				IsolationLevel level = random.nextBoolean() ? IsolationLevel.READ_COMMITTED
						: IsolationLevel.READ_UNCOMMITTED;
				answers.add(store.name() + " " + query.getClass().getSimpleName() + " "
						+ text(store.query(query, bound, new QueryConfig(random.nextBoolean(), level)), query));
			}
			answers.add(store.name() + " is at " + text(store.getPosition()));
		}
		answers.add("values " + text(
				driver.getKeyValueStore("counts")
					.query(TimestampedKeyQuery.withKey(key(random)), PositionBound.unbounded(), new QueryConfig(false)),
				null));
	}

	private static PositionBound bound(Random random, int offset) {
		return switch (random.nextInt(8)) {
			case 0 -> PositionBound.at(Position.emptyPosition().withComponent("in", 0, Math.max(0, offset)));
			case 1 -> PositionBound.at(Position.emptyPosition().withComponent("in", 0, offset + 1));
			case 2 -> PositionBound.at(Position.emptyPosition().withComponent("in", 1, 1000));
			case 3 -> PositionBound.at(Position.emptyPosition().withComponent("other", 0, 0));
			default -> PositionBound.unbounded();
		};
	}

	/**
	 * All that can be asked, but for what Kafka Streams answers with an exception.
	 */
	private static List<Query<?>> queries(String store, Random random) {
		List<Query<?>> queries = new ArrayList<>();
		if (!store.equals("versions")) {
			queries.add(KeyQuery.withKey(key(random)));
			queries.add(KeyQuery.withKey(key(random)).skipCache());
			queries.add(RangeQuery.withNoBounds());
			queries.add(RangeQuery.withNoBounds().withDescendingKeys());
			queries.add(RangeQuery.withRange(key(random), key(random)).withAscendingKeys());
			queries.add(RangeQuery.withRange(key(random), null));
			queries.add(RangeQuery.withLowerBound(key(random)));
			queries.add(RangeQuery.withUpperBound(key(random)).withDescendingKeys());
		}
		queries.add(TimestampedKeyQuery.withKey(key(random)));
		queries.add(TimestampedKeyQuery.withKey("none"));
		queries.add(TimestampedRangeQuery.withRange(key(random), key(random)));
		queries.add(TimestampedRangeQuery.withNoBounds().withDescendingKeys());
		queries.add(TimestampedRangeQuery.withUpperBound(key(random)));
		queries.add(TimestampedRangeQuery.withLowerBound(key(random)).withAscendingKeys());
		queries.add(WindowKeyQuery.withKeyAndWindowStartRange(key(random), instant(random), instant(random)));
		queries.add(WindowKeyQuery.withKeyAndWindowStartRange(key(random), Instant.EPOCH, Instant.ofEpochMilli(2000)));
		queries.add(WindowRangeQuery.withKey(key(random)));
		queries.add(WindowRangeQuery.withWindowStartRange(instant(random), instant(random)));
		queries.add(WindowRangeQuery.withWindowStartRange(Instant.EPOCH, Instant.ofEpochMilli(2000)));
		queries.add(VersionedKeyQuery.withKey(key(random)));
		queries.add(VersionedKeyQuery.withKey(key(random)).asOf(instant(random)));
		queries.add(MultiVersionedKeyQuery.withKey(key(random)));
		queries.add(MultiVersionedKeyQuery.withKey("none"));
		queries.add(MultiVersionedKeyQuery.withKey(key(random)).withAscendingTimestamps());
		queries.add(MultiVersionedKeyQuery.withKey(key(random)).fromTime(instant(random)).withAscendingTimestamps());
		queries.add(MultiVersionedKeyQuery.withKey(key(random)).toTime(instant(random)).withDescendingTimestamps());
		Instant from = instant(random);
		Instant to = from.plusMillis(random.nextInt(8) * 5L);
		queries.add(MultiVersionedKeyQuery.withKey(key(random)).fromTime(from).toTime(to));
		queries.add(MultiVersionedKeyQuery.withKey(key(random)).fromTime(from).toTime(to).withAscendingTimestamps());
		queries.add(new Unknown());
		return queries;
	}

	private static String text(QueryResult<?> result, Query<?> query) {
		if (result.isSuccess()) {
			// The order of windows of several keys is the store's own.
			boolean unordered = query instanceof WindowRangeQuery<?, ?> range && range.getKey().isEmpty();
			return text(result.getResult(), unordered) + " at " + text(result.getPosition());
		}
		// Which of two reasons counts is each one's own.
		FailureReason reason = result.getFailureReason();
		return (reason == FailureReason.NOT_UP_TO_BOUND || reason == FailureReason.UNKNOWN_QUERY_TYPE)
				? "unknown or not up to bound" : reason.toString();
	}

	private static String text(Object answer, boolean unordered) {
		if (answer instanceof Iterator<?> iterator) {
			List<String> all = new ArrayList<>();
			iterator.forEachRemaining((each) -> all.add(text(each, false)));
			close(iterator);
			return (unordered ? all.stream().sorted().toList() : all).toString();
		}
		if (answer instanceof KeyValue<?, ?> entry) {
			String key = (entry.key instanceof Windowed<?> windowed)
					? windowed.key() + "@" + windowed.window().start() + "-" + windowed.window().end()
					: String.valueOf(entry.key);
			return key + "=" + text(entry.value, false);
		}
		if (answer instanceof ValueAndTimestamp<?> value) {
			return value.value() + "@" + value.timestamp();
		}
		if (answer instanceof VersionedRecord<?> version) {
			return version.value() + "@" + version.timestamp() + "-" + version.validTo().orElse(-1L);
		}
		return String.valueOf(answer);
	}

	private static void close(Object answer) {
		try {
			((AutoCloseable) answer).close();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static String text(Position position) {
		if (position == null) {
			return "no position";
		}
		StringBuilder text = new StringBuilder();
		for (String topic : new TreeSet<>(position.getTopics())) {
			text.append(topic).append(new TreeMap<>(position.getPartitionPositions(topic)));
		}
		return text.toString();
	}

	/**
	 * What the values that make up requests and results do.
	 */
	public static List<String> values() {
		List<String> values = new ArrayList<>();
		positions(values);
		results(values);
		requests(values);
		queries(values);
		return values;
	}

	private static Position at(int partition, long offset) {
		return Position.emptyPosition().withComponent("t", partition, offset);
	}

	private static void positions(List<String> values) {
		add(values, () -> text(at(1, 5).withComponent("t", 1, 3).withComponent("a", 0, 7)));
		add(values, () -> text(at(1, 5).merge(at(1, 3).withComponent("t", 0, 2))));
		add(values, () -> {
			Position position = at(1, 1);
			return position.merge(at(1, 3)) == position;
		});
		add(values, () -> text(Position.emptyPosition().merge(null)));
		add(values, () -> Position.emptyPosition().getPartitionPositions("t"));
		add(values, () -> at(1, 1).getPartitionPositions("t").put(1, 2L));
		add(values, () -> at(1, 1).getTopics().add("u"));
		add(values, () -> text(Position.fromMap(null)));
		add(values, () -> Position.fromMap(Map.of("t", Map.of(1, 2L))).equals(at(1, 2)));
		add(values, () -> at(1, 1).equals(at(1, 2)));
		add(values, () -> Position.emptyPosition().isEmpty() + " " + at(1, 2).isEmpty());
		add(values, () -> Position.emptyPosition().withComponent(null, 1, 2));
		add(values, () -> {
			Position position = at(1, 2);
			Position copy = position.copy();
			PositionBound bound = PositionBound.at(position);
			position.withComponent("t", 1, 9);
			return text(copy) + text(bound.position());
		});
		add(values, () -> PositionBound.at(null));
		add(values, () -> PositionBound.at(Position.emptyPosition()).isUnbounded());
		add(values, () -> PositionBound.unbounded().isUnbounded() + text(PositionBound.unbounded().position()));
		add(values, () -> PositionBound.at(at(1, 2)).equals(PositionBound.at(at(1, 2))));
		add(values,
				() -> new QueryConfig(true).getIsolationLevel() + " " + new QueryConfig(true).isCollectExecutionInfo());
		add(values, () -> new QueryConfig(false, IsolationLevel.READ_COMMITTED).getIsolationLevel());
		add(values, () -> Arrays.toString(FailureReason.values()));
		add(values, () -> Arrays.toString(ResultOrder.values()));
	}

	private static void results(List<String> values) {
		add(values, () -> outcome(QueryResult.forResult(5)));
		add(values, () -> outcome(QueryResult.forResult(null)));
		add(values, () -> QueryResult.forResult(5).getFailureReason());
		add(values, () -> QueryResult.forResult(5).getFailureMessage());
		add(values, () -> outcome(QueryResult.forFailure(FailureReason.NOT_ACTIVE, "why")));
		add(values, () -> QueryResult.forFailure(FailureReason.NOT_ACTIVE, "why").getFailureMessage());
		add(values, () -> QueryResult.forFailure(FailureReason.NOT_ACTIVE, "why").getResult());
		add(values, () -> outcome(QueryResult.notUpToBound(at(1, 1), PositionBound.at(at(1, 2)), 1)));
		add(values, () -> outcome(QueryResult.notUpToBound(at(1, 1), PositionBound.at(at(1, 2)), null)));
		add(values, () -> {
			QueryResult<Integer> result = QueryResult.forResult(5);
			result.addExecutionInfo("one");
			result.addExecutionInfo("two");
			result.setPosition(at(1, 2));
			return outcome(result);
		});
		StateQueryResult<Integer> results = new StateQueryResult<>();
		add(values, () -> results.getOnlyPartitionResult() + text(results.getPosition()) + results.getGlobalResult());
		results.addResult(1, QueryResult.forResult(null));
		add(values, () -> results.getOnlyPartitionResult() + text(results.getPosition()));
		results.addResult(2, QueryResult.forFailure(FailureReason.NOT_ACTIVE, "why"));
		add(values, () -> outcome(results.getOnlyPartitionResult()));
		QueryResult<Integer> third = QueryResult.forResult(5);
		third.setPosition(at(3, 3));
		results.addResult(3, third);
		add(values, () -> results.getOnlyPartitionResult());
		add(values, () -> results.getPartitionResults().keySet() + text(results.getPosition()));
		StateQueryResult<Integer> global = new StateQueryResult<>();
		global.setGlobalResult(third);
		add(values, () -> outcome(global.getGlobalResult()) + global.getOnlyPartitionResult()
				+ text(global.getPosition()) + global.getPartitionResults());
	}

	private static String outcome(QueryResult<?> result) {
		return result.isSuccess() + " " + result.isFailure() + " "
				+ (result.isSuccess() ? result.getResult() : result.getFailureReason()) + " "
				+ text(result.getPosition()) + " " + result.getExecutionInfo();
	}

	private static void requests(List<String> values) {
		StateQueryRequest<Integer> request = StateQueryRequest.inStore("store").withQuery(KeyQuery.withKey("k"));
		add(values, () -> shown(request));
		add(values, request::getPartitions);
		add(values, () -> request.withPartitions(Set.of(1)).getPartitions());
		add(values, () -> shown(request.withPartitions(Set.of())));
		add(values, () -> request.withPartitions(null));
		add(values, () -> {
			Set<Integer> partitions = new HashSet<>(Set.of(1));
			StateQueryRequest<Integer> changed = request.withPartitions(partitions);
			partitions.add(2);
			return changed.getPartitions();
		});
		add(values, () -> shown(request.withPartitions(Set.of(1)).withAllPartitions()));
		add(values, () -> shown(request.withPositionBound(PositionBound.at(at(1, 2)))));
		add(values, () -> request.withIsolationLevel(null));
		add(values, () -> shown(
				request.withIsolationLevel(IsolationLevel.READ_COMMITTED).enableExecutionInfo().requireActive()));
		add(values, () -> shown(request));
	}

	private static String shown(StateQueryRequest<?> request) {
		return request.getStoreName() + " " + request.isAllPartitions() + " "
				+ text(request.getPositionBound().position()) + " " + request.executionInfoEnabled() + " "
				+ request.isRequireActive() + " " + request.isolationLevel() + " "
				+ request.getQuery().getClass().getSimpleName();
	}

	private static void queries(List<String> values) {
		add(values, () -> KeyQuery.withKey(null));
		add(values, () -> KeyQuery.withKey("k").skipCache().isSkipCache() + KeyQuery.withKey("k").getKey());
		add(values, () -> TimestampedKeyQuery.withKey(null));
		add(values, () -> TimestampedKeyQuery.withKey("k").skipCache().isSkipCache());
		add(values, () -> RangeQuery.withLowerBound(null));
		add(values, () -> RangeQuery.withUpperBound(null));
		add(values,
				() -> RangeQuery.withRange("a", null).getUpperBound() + " " + RangeQuery.withNoBounds().resultOrder());
		add(values, () -> RangeQuery.withLowerBound("a").withDescendingKeys().getLowerBound());
		add(values, () -> TimestampedRangeQuery.withRange(null, null).lowerBound());
		add(values, () -> TimestampedRangeQuery.withUpperBound(null));
		add(values, () -> TimestampedRangeQuery.withUpperBound("a").withAscendingKeys().resultOrder());
		add(values, () -> WindowKeyQuery.withKeyAndWindowStartRange("k", null, Instant.EPOCH));
		add(values, () -> WindowKeyQuery.withKeyAndWindowStartRange("k", Instant.EPOCH, Instant.MAX).getTimeTo());
		add(values, () -> WindowRangeQuery.withKey(null));
		add(values, () -> WindowRangeQuery.withKey("k").getTimeFrom() + " " + WindowRangeQuery.withKey("k").getKey());
		add(values, () -> WindowRangeQuery.withWindowStartRange(Instant.EPOCH, null));
		add(values, () -> WindowRangeQuery.withWindowStartRange(Instant.EPOCH, Instant.MAX).getKey());
		add(values, () -> VersionedKeyQuery.withKey(null));
		add(values, () -> VersionedKeyQuery.withKey("k").asOf(null));
		add(values, () -> VersionedKeyQuery.withKey("k").asOfTimestamp());
		add(values, () -> MultiVersionedKeyQuery.withKey(null));
		add(values, () -> MultiVersionedKeyQuery.withKey("k").fromTime(null).toTime(Instant.EPOCH).fromTime());
		add(values, () -> MultiVersionedKeyQuery.withKey("k").resultOrder());
	}

	private static void add(List<String> values, Callable<?> value) {
		String text;
		try {
			text = String.valueOf(value.call());
		}
		catch (Exception ex) {
			text = ex.getClass().getSimpleName();
		}
		values.add(values.size() + " " + text);
	}

	/**
	 * A query that no store knows.
	 */
	private static final class Unknown implements Query<String> {

	}

	/**
	 * Writes each record to each store.
	 */
	private static final class Keeping extends ContextualProcessor<String, Long, Void, Void> {

		@Override
		public void process(Record<String, Long> record) {
			Long value = (record.value() >= 0) ? record.value() : null;
			long time = record.timestamp();
			KeyValueStore<String, Long> plain = context().getStateStore("plain");
			plain.put(record.key(), value);
			TimestampedKeyValueStore<String, Long> timestamped = context().getStateStore("timestamped");
			timestamped.put(record.key(), ValueAndTimestamp.make(value, time));
			WindowStore<String, Long> windows = context().getStateStore("windows");
			windows.put(record.key(), value, time / 10 * 10);
			TimestampedWindowStore<String, Long> timedWindows = context().getStateStore("timed-windows");
			timedWindows.put(record.key(), ValueAndTimestamp.make(value, time), time / 10 * 10);
			SessionStore<String, Long> sessions = context().getStateStore("sessions");
			sessions.put(new Windowed<>(record.key(), new SessionWindow(time, time + 5)), value);
			VersionedKeyValueStore<String, Long> versions = context().getStateStore("versions");
			versions.put(record.key(), value, time);
		}

	}

}
