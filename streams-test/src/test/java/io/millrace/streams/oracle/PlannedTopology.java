package io.millrace.streams.oracle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.millrace.oracle.Functions;
import io.millrace.oracle.Plan;
import io.millrace.oracle.Step;
import io.millrace.oracle.StepKind;
import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.CogroupedKStream;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KGroupedTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.SessionWindowedKStream;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TimeWindowedKStream;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.WindowStore;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Declares a plan. Compiled a second time with the import prefix of Kafka Streams, so it
 * may use only what both have.
 */
public final class PlannedTopology {

	private static final long[] SIZES = { 5, 10, 30 };

	/** Longer than anything is held back on its way to a join within a join. */
	private static final long NESTED_SIZE = 150;

	private final StreamsBuilder builder;

	private final Plan plan;

	private final PlannedWindows windows;

	private final List<Object> results = new ArrayList<>();

	private PlannedTopology(Plan plan, boolean cached, StreamsBuilder builder) {
		this.plan = plan;
		this.builder = builder;
		this.windows = new PlannedWindows(plan, cached);
	}

	public static StreamsBuilder of(Plan plan, boolean cached, StreamsBuilder builder) {
		PlannedTopology topology = new PlannedTopology(plan, cached, builder);
		for (int i = 0; i < plan.steps().size(); i++) {
			topology.results.add(topology.result(plan.steps().get(i), i));
			if (plan.isEnd(i)) {
				topology.end(i);
			}
		}
		return topology.builder;
	}

	private void end(int index) {
		String topic = "out" + index;
		switch (this.plan.steps().get(index).kind().result()) {
			case STREAM -> stream(index).to(topic);
			case TABLE -> table(index).toStream().to(topic);
			case WINDOWED ->
				windowed(index).toStream().map((key, value) -> KeyValue.pair(key.toString(), value)).to(topic);
			default -> {
			}
		}
	}

	@SuppressWarnings("unchecked")
	private KStream<String, String> stream(int index) {
		return (KStream<String, String>) this.results.get(index);
	}

	@SuppressWarnings("unchecked")
	private KTable<String, String> table(int index) {
		return (KTable<String, String>) this.results.get(index);
	}

	@SuppressWarnings("unchecked")
	private KTable<Windowed<String>, String> windowed(int index) {
		return (KTable<Windowed<String>, String>) this.results.get(index);
	}

	private Object result(Step step, int index) {
		int variant = step.variant();
		return switch (step.kind()) {
			case STREAM_SOURCE -> this.builder.<String, String>stream("in" + index);
			case TABLE_SOURCE -> this.builder.<String, String>table("in" + index, Materialized.as("table" + index));
			case VERSIONED_SOURCE -> this.builder.<String, String>table("in" + index,
					Materialized.as(Stores.persistentVersionedKeyValueStore("table" + index, Duration.ofMillis(30))));
			case GLOBAL_SOURCE ->
				this.builder.<String, String>globalTable("in" + index, Materialized.as("table" + index));
			case GLOBAL_JOIN, GLOBAL_LEFT_JOIN -> globalJoin(step);
			case FILTER -> stream(step.left()).filter((key, value) -> Functions.passes(variant, key, value));
			case MAP_VALUES -> stream(step.left()).mapValues((key, value) -> Functions.value(variant, key, value));
			case SELECT_KEY -> stream(step.left()).selectKey((key, value) -> Functions.key(variant, key, value));
			case FLAT_MAP -> stream(step.left()).flatMap((key, value) -> Functions.several(key, value)
				.stream()
				.map((each) -> KeyValue.pair(Functions.key(0, key, value), each))
				.toList());
			case FLAT_MAP_VALUES -> stream(step.left()).flatMapValues(Functions::several);
			case MERGE -> stream(step.left()).merge(stream(step.right()));
			case BRANCH -> branch(stream(step.left()), index);
			case REPARTITION -> stream(step.left()).repartition();
			case TO_TABLE -> stream(step.left()).toTable(Materialized.as("store" + index));
			case PROCESS -> process(stream(step.left()), "last" + index);
			case STREAM_TABLE_JOIN, STREAM_TABLE_LEFT_JOIN -> streamTableJoin(step);
			case GRACE_JOIN, GRACE_LEFT_JOIN -> graceJoin(step);
			case COUNT, REDUCE, AGGREGATE, COUNT_BY_VALUE -> aggregate(step, "store" + index);
			case STREAM_JOIN, STREAM_LEFT_JOIN, STREAM_OUTER_JOIN -> streamJoin(step, index);
			case TABLE_JOIN, TABLE_LEFT_JOIN, TABLE_OUTER_JOIN -> tableJoin(step, index);
			case FOREIGN_KEY_JOIN, FOREIGN_KEY_LEFT_JOIN -> foreignKeyJoin(step, index);
			case TABLE_GROUP_COUNT, TABLE_GROUP_REDUCE, TABLE_GROUP_AGGREGATE -> tableGroup(step, index);
			case TUMBLING, HOPPING, SLIDING, UNLIMITED, FINAL_TUMBLING, FINAL_HOPPING, FINAL_SLIDING ->
				this.windows.windows(stream(step.left()), step, index);
			case SUPPRESS_OPEN ->
				windowed(step.left()).suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()));
			case SUPPRESS -> suppress(step, index);
			case COGROUP -> cogroup(step).aggregate(() -> "");
			case COGROUP_WINDOWS -> this.windows.cogroup(cogroup(step), step, index);
			case SESSION, FINAL_SESSION -> this.windows.sessions(stream(step.left()), step, index);
			case TABLE_FILTER ->
				(variant == 0) ? table(step.left()).filter((key, value) -> Functions.passes(variant, key, value))
						: table(step.left()).filterNot((key, value) -> Functions.passes(variant, key, value),
								Materialized.as("store" + index));
			case TABLE_MAP_VALUES -> (variant == 0)
					? table(step.left()).mapValues((key, value) -> Functions.value(1, key, value)) : table(step.left())
						.mapValues((key, value) -> Functions.value(1, key, value), Materialized.as("store" + index));
			case TABLE_COPY -> table(step.left()).toStream().toTable(Materialized.as("store" + index));
			case TABLE_ROWS -> table(step.left()).toStream().filter((key, value) -> value != null);
			case WINDOW_ROWS -> windowed(step.left()).toStream()
				.filter((key, value) -> value != null)
				.map((key, value) -> KeyValue.pair(key.key(), value));
		};
	}

	private static KStream<String, String> branch(KStream<String, String> stream, int index) {
		Map<String, KStream<String, String>> branches = stream.split(Named.as("split" + index + "-"))
			.branch((key, value) -> Functions.passes(0, key, value), Branched.as("one"))
			.defaultBranch(Branched.as("other"));
		return branches.get("split" + index + "-one")
			.merge(branches.get("split" + index + "-other").mapValues((key, value) -> Functions.value(0, key, value)));
	}

	private KStream<String, String> process(KStream<String, String> stream, String store) {
		this.builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(store), Serdes.String(), Serdes.String()));
		return stream.process(() -> new Remembering(store, this.plan.isOneTask()), store);
	}

	private KStream<String, String> streamTableJoin(Step step) {
		KStream<String, String> stream = stream(step.left());
		KTable<String, String> table = table(step.right());
		boolean left = step.kind().name().contains("LEFT");
		if (step.variant() == 0) {
			return left ? stream.leftJoin(table, Functions::joined) : stream.join(table, Functions::joined);
		}
		return left ? stream.leftJoin(table, (key, one, other) -> key + Functions.joined(one, other))
				: stream.join(table, (key, one, other) -> key + Functions.joined(one, other));
	}

	@SuppressWarnings("unchecked")
	private KStream<String, String> globalJoin(Step step) {
		KStream<String, String> stream = stream(step.left());
		GlobalKTable<String, String> table = (GlobalKTable<String, String>) this.results.get(step.right());
		boolean left = step.kind() == StepKind.GLOBAL_LEFT_JOIN;
		if (step.variant() == 0) {
			return left ? stream.leftJoin(table, (key, value) -> Functions.key(1, key, value), Functions::joined)
					: stream.join(table, (key, value) -> Functions.key(1, key, value), Functions::joined);
		}
		return left
				? stream.leftJoin(table, (key, value) -> key,
						(key, mapped, one, other) -> Functions.joined(key + mapped, Functions.joined(one, other)))
				: stream.join(table, (key, value) -> key,
						(key, mapped, one, other) -> Functions.joined(key + mapped, Functions.joined(one, other)));
	}

	private KStream<String, String> graceJoin(Step step) {
		// Kafka Streams fails when a record without a key is to wait.
		KStream<String, String> stream = stream(step.left()).filter((key, value) -> key != null);
		KTable<String, String> table = table(step.right());
		Joined<String, String, String> joined = Joined
			.with(Serdes.String(), Serdes.String(), Serdes.String(),
					(step.variant() == 0) ? null : "joined" + step.left())
			.withGracePeriod(Duration.ofMillis((step.variant() == 0) ? 10 : 25));
		return (step.kind() == StepKind.GRACE_JOIN) ? stream.join(table, Functions::joined, joined)
				: stream.leftJoin(table, Functions::joined, joined);
	}

	private KTable<String, String> suppress(Step step, int index) {
		KTable<String, String> table = table(step.left());
		return switch (step.variant()) {
			case 0 -> table.suppress(Suppressed.untilTimeLimit(Duration.ZERO, Suppressed.BufferConfig.unbounded()));
			case 1 -> table.suppress(
					Suppressed
						.<String>untilTimeLimit(Duration.ofMillis(10),
								Suppressed.BufferConfig.unbounded().withLoggingDisabled())
						.withName("suppress" + index));
			case 2 -> table
				.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(100), Suppressed.BufferConfig.maxRecords(2)));
			default -> table
				.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(100), Suppressed.BufferConfig.maxBytes(150)));
		};
	}

	private CogroupedKStream<String, String> cogroup(Step step) {
		KGroupedStream<String, String> left = stream(step.left()).filter((key, value) -> value != null).groupByKey();
		KGroupedStream<String, String> right = stream(step.right()).filter((key, value) -> value != null).groupByKey();
		return left
			.<String>cogroup(
					(key, value, all) -> Functions.together(all.isEmpty() ? 0 : step.variant() % 2, all, value))
			.cogroup(right, (key, value, all) -> Functions.together(0, value, all));
	}

	private KStream<String, String> streamJoin(Step step, int index) {
		boolean keysOnly = step.variant() < 2;
		// Whether records without value move the time of Kafka Streams' stores depends on
		// whether they are on disk.
		KStream<String, String> left = stream(step.left())
			.filter((key, value) -> (key != null || !keysOnly) && value != null);
		KStream<String, String> right = stream(step.right())
			.filter((key, value) -> (key != null || !keysOnly) && value != null);
		// Kafka Streams gives a record that is later than this without partner, whatever
		// comes afterwards.
		boolean nested = this.plan.isNestedOuterJoin(index);
		Duration size = Duration.ofMillis(nested ? NESTED_SIZE : SIZES[index % SIZES.length]);
		long grace = (step.kind() == StepKind.STREAM_JOIN) ? Plan.grace(step) : this.plan.outerGrace(index);
		JoinWindows windows = JoinWindows.ofTimeDifferenceAndGrace(size, Duration.ofMillis(grace));
		if (step.variant() % 2 == 1 && !nested) {
			windows = windows.before(Duration.ofMillis(2));
		}
		return switch (step.kind()) {
			case STREAM_JOIN -> left.join(right, Functions::joined, windows);
			case STREAM_LEFT_JOIN -> left.leftJoin(right, Functions::joined, windows);
			default -> left.outerJoin(right, Functions::joined, windows);
		};
	}

	private KTable<String, String> tableJoin(Step step, int index) {
		KTable<String, String> left = table(step.left());
		KTable<String, String> right = table(step.right());
		Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as("store" + index);
		boolean stored = step.variant() == 1;
		return switch (step.kind()) {
			case TABLE_JOIN ->
				stored ? left.join(right, Functions::joined, store) : left.join(right, Functions::joined);
			case TABLE_LEFT_JOIN ->
				stored ? left.leftJoin(right, Functions::joined, store) : left.leftJoin(right, Functions::joined);
			default ->
				stored ? left.outerJoin(right, Functions::joined, store) : left.outerJoin(right, Functions::joined);
		};
	}

	private KTable<String, String> foreignKeyJoin(Step step, int index) {
		KTable<String, String> left = table(step.left());
		KTable<String, String> right = table(step.right());
		Materialized<String, String, KeyValueStore<Bytes, byte[]>> store = Materialized.as("store" + index);
		Function<String, String> foreignKey = (value) -> Functions.key(step.variant(), null, value);
		return (step.kind() == StepKind.FOREIGN_KEY_JOIN) ? left.join(right, foreignKey, Functions::joined, store)
				: left.leftJoin(right, foreignKey, Functions::joined, store);
	}

	private KTable<String, String> tableGroup(Step step, int index) {
		KGroupedTable<String, String> grouped = table(step.left()).groupBy(
				(key, value) -> KeyValue.pair(Functions.key(1, key, value), value),
				Grouped.with(Serdes.String(), Serdes.String()));
		return switch (step.kind()) {
			case TABLE_GROUP_COUNT -> grouped.count().mapValues((count) -> count.toString());
			case TABLE_GROUP_REDUCE -> grouped.reduce((one, other) -> Functions.together(0, one, other),
					(one, other) -> Functions.together(0, other, one), Materialized.as("store" + index));
			default -> grouped.aggregate(() -> "",
					(key, value, aggregate) -> Functions.together(step.variant(), aggregate, value),
					(key, value, aggregate) -> Functions.together(step.variant(), value, aggregate));
		};
	}

	private KTable<String, String> aggregate(Step step, String store) {
		KStream<String, String> stream = stream(step.left());
		boolean named = step.variant() == 1;
		return switch (step.kind()) {
			case COUNT -> (named ? stream.groupByKey().count(Materialized.as(store)) : stream.groupByKey().count())
				.mapValues((count) -> count.toString());
			case REDUCE -> stream.filter((key, value) -> value != null)
				.groupByKey()
				.reduce((one, other) -> Functions.together(step.variant(), one, other), Materialized.as(store));
			case AGGREGATE -> stream.groupByKey()
				.aggregate(
						() -> "", (key, value, aggregate) -> Functions
							.together(aggregate.isEmpty() ? 0 : step.variant(), aggregate, value),
						Materialized.with(Serdes.String(), Serdes.String()));
			default -> stream.groupBy((key, value) -> value, Grouped.with(Serdes.String(), Serdes.String()))
				.count(Materialized.with(Serdes.String(), Serdes.Long()))
				.mapValues((count) -> count.toString());
		};
	}

	private static final class Remembering extends ContextualProcessor<String, String, String, String> {

		private final String name;

		private final boolean punctuating;

		private KeyValueStore<String, String> last;

		private Remembering(String name, boolean punctuating) {
			this.name = name;
			this.punctuating = punctuating;
		}

		@Override
		public void init(ProcessorContext<String, String> context) {
			super.init(context);
			this.last = context.getStateStore(this.name);
			if (this.punctuating) {
				context.schedule(Duration.ofMillis(25), PunctuationType.STREAM_TIME,
						(timestamp) -> context.forward(new Record<>("punctuated", "at " + timestamp, timestamp)));
			}
		}

		@Override
		public void process(Record<String, String> record) {
			String key = String.valueOf(record.key());
			String before = this.last.get(key);
			this.last.put(key, record.value());
			context().forward(record.withKey(key).withValue(Functions.joined(before, record.value())));
		}

	}

}
