package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.kstream.ValueTransformerWithKey;
import io.millrace.streams.processor.ProcessorContext;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs that group and join tables, see {@link RunPrograms}.
 */
public final class TablePrograms {

	private TablePrograms() {
	}

	private static String join(String left, String right) {
		return left + "|" + right;
	}

	private static KTable<String, String> derived(StreamsBuilder builder, String topic) {
		return builder.<String, String>table(topic)
			.filter((key, value) -> !value.startsWith("a"))
			.mapValues((key, value) -> value.endsWith("2") ? null : value + key);
	}

	public static void tableCountOfGroups(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
			.count()
			.toStream()
			.mapValues((count) -> count.toString())
			.to("out");
	}

	public static void tableCountOfGroupsAndNoGroup(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair(value.startsWith("a") ? null : value,
					value.startsWith("b") ? null : value))
			.count(Materialized.as("counts"))
			.mapValues((count) -> count.toString())
			.toStream()
			.to("out");
	}

	public static void tableReduceOfGroups(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value),
					Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((all, value) -> all + "+" + value, (all, value) -> all.length() > 20 ? null : all + "-" + value,
					Materialized.as("reduced"))
			.filter((key, value) -> value.length() % 2 == 0)
			.toStream()
			.to("out");
	}

	public static void tableAggregateOfGroups(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair("all", value), Grouped.as("groups"))
			.aggregate(() -> "", (key, value, all) -> all + "+" + value,
					(key, value, all) -> all.length() > 30 ? null : all + "-" + value,
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("aggregates").withCachingDisabled())
			.toStream()
			.to("out");
	}

	public static void tableGroupsOfGroups(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupByKey()
			.reduce((one, other) -> other)
			.mapValues((value) -> value.startsWith("c") ? null : value)
			.groupBy((key, value) -> KeyValue.pair(value, "1"))
			.count(Materialized.with(Serdes.String(), Serdes.Long()))
			.groupBy((value, count) -> KeyValue.pair(value.substring(1), count),
					Grouped.with(Serdes.String(), Serdes.Long()))
			.reduce(Long::sum, (all, count) -> all - count)
			.toStream()
			.mapValues((sum) -> sum.toString())
			.to("out");
	}

	public static void tableJoin(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in").join(other, TablePrograms::join).toStream().to("out");
	}

	public static void tableLeftJoin(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in").leftJoin(other, TablePrograms::join).toStream().to("out");
	}

	public static void settledOuterJoin(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in").outerJoin(other, TablePrograms::join).toStream().to("out");
	}

	public static void tableJoinIntoStore(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in")
			.join(other, TablePrograms::join, Materialized.as("joined"))
			.filter((key, value) -> value.startsWith("a"))
			.toStream()
			.to("out");
	}

	public static void tableLeftJoinIntoStore(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in")
			.leftJoin(other, TablePrograms::join, Materialized.as("joined"))
			.toStream()
			.to("out");
	}

	public static void settledOuterJoinIntoStore(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in")
			.outerJoin(other, TablePrograms::join, Materialized.as("joined"))
			.toStream()
			.to("out");
	}

	public static void tableJoinOfDerived(StreamsBuilder builder) {
		derived(builder, "in").join(derived(builder, "t"), TablePrograms::join).toStream().to("out");
	}

	public static void settledLeftJoinOfDerived(StreamsBuilder builder) {
		derived(builder, "in").leftJoin(derived(builder, "t"), TablePrograms::join).toStream().to("out");
	}

	public static void settledOuterJoinOfDerived(StreamsBuilder builder) {
		derived(builder, "in").outerJoin(derived(builder, "t"), TablePrograms::join).toStream().to("out");
	}

	public static void tableJoinToNothing(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t");
		builder.<String, String>table("in")
			.outerJoin(other,
					(left, right) -> (left == null || right == null || left.endsWith("1")) ? null : left + right)
			.toStream()
			.to("out");
	}

	public static void settledJoinOfJoins(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("in");
		KTable<String, String> right = builder.table("t");
		KTable<String, String> counts = builder.<String, String>stream("u")
			.groupByKey()
			.count()
			.mapValues((count) -> count.toString());
		left.join(right, TablePrograms::join)
			.outerJoin(counts, TablePrograms::join)
			.filter((key, value) -> !value.contains("a"))
			.toStream()
			.to("out");
	}

	public static void tableGroupsOfJoin(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("in");
		KTable<String, String> right = builder.table("t");
		left.leftJoin(right, TablePrograms::join)
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
			.reduce((all, value) -> all + "+" + value, (all, value) -> all + "-" + value)
			.toStream()
			.to("out");
	}

	public static void joinWithJoinedTable(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("t");
		KTable<String, String> right = builder.table("u");
		builder.<String, String>stream("in")
			.leftJoin(left.outerJoin(right, TablePrograms::join), TablePrograms::join)
			.to("out");
	}

	/**
	 * A table whose rows only change, so that no delete comes of what isn't there.
	 */
	private static KTable<String, String> referredTo(StreamsBuilder builder) {
		return builder.<String, String>stream("t")
			.groupByKey()
			.reduce((one, other) -> one.endsWith("1") ? null : other,
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("referred").withCachingDisabled());
	}

	public static void settledForeignKeys(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.join(referredTo(builder), (value) -> value.substring(0, 1), TablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void settledForeignKeysLeft(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.leftJoin(referredTo(builder), (key, value) -> value.endsWith("2") ? null : value.substring(0, 1),
					TablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void tableForeignKeysIntoStore(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.join(referredTo(builder), (key, value) -> value.endsWith("2") ? null : key, TablePrograms::join,
					TableJoined.as("joined"), Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void tableForeignKeysLeftIntoStore(StreamsBuilder builder) {
		builder.<String, String>table("in", Materialized.as("rows"))
			.leftJoin(referredTo(builder), (value) -> value.substring(0, 1), TablePrograms::join,
					Materialized.as("store"))
			.filter((key, value) -> value.startsWith("a"))
			.toStream()
			.to("out");
	}

	public static void settledForeignKeysToItself(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("in");
		table.leftJoin(table, (value) -> value.substring(0, 1), TablePrograms::join, Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void tableGroupsOfForeignKeys(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.leftJoin(referredTo(builder), (value) -> value.substring(0, 1), TablePrograms::join)
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
			.reduce((all, value) -> all + "+" + value, (all, value) -> all + "-" + value)
			.toStream()
			.to("out");
	}

	public static void transformedTable(StreamsBuilder builder) {
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("seen"), Serdes.String(), Serdes.Integer()));
		builder.<String, String>stream("t")
			.groupByKey()
			.reduce((one, other) -> other)
			.<String>transformValues(Counting::new, "seen")
			.toStream()
			.to("out");
	}

	public static void tableTransformedIntoStore(StreamsBuilder builder) {
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("seen"), Serdes.String(), Serdes.Integer()));
		builder.<String, String>stream("in")
			.groupByKey()
			.reduce((one, other) -> other)
			.<String>transformValues(Counting::new, Materialized.as("transformed"), "seen")
			.filter((key, value) -> !value.contains("2"))
			.toStream()
			.to("out");
	}

	public static void tableTransformedAndJoined(StreamsBuilder builder) {
		KTable<String, String> transformed = builder.<String, String>table("t").transformValues(Marking::new);
		builder.<String, String>stream("in")
			.groupByKey()
			.reduce((one, other) -> other)
			.join(transformed, TablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void tableTransformedAndGrouped(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.<String>transformValues(Marking::new)
			.groupBy((key, value) -> KeyValue.pair("all", value))
			.reduce((all, value) -> all + "+" + value, (all, value) -> all.length() > 60 ? null : all + "-" + value)
			.toStream()
			.to("out");
	}

	public static void joinWithTransformedTable(StreamsBuilder builder) {
		KTable<String, String> transformed = builder.<String, String>table("t").transformValues(Marking::new);
		builder.<String, String>stream("in").join(transformed, TablePrograms::join).to("out");
	}

	private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> versions(String name) {
		return Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore(name, Duration.ofMillis(20)))
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.String());
	}

	public static void versionedTable(StreamsBuilder builder) {
		builder.<String, String>table("in", versions("store")).toStream().to("out");
	}

	public static void versionedTableOfStream(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (value != null) ? value.substring(0, 1) : key)
			.toTable(versions("store"))
			.mapValues((value) -> value.endsWith("1") ? null : value)
			.filter((key, value) -> !value.startsWith("a"))
			.<String>transformValues(Marking::new)
			.toStream()
			.to("out");
	}

	public static void tableVersionedDerived(StreamsBuilder builder) {
		builder.<String, String>table("in", versions("store"))
			.filter((key, value) -> value.endsWith("1"), versions("filtered"))
			.mapValues((value) -> value + "!", Materialized.as("mapped"))
			.toStream()
			.to("out");
	}

	public static void versionedMapped(StreamsBuilder builder) {
		builder.<String, String>table("in", versions("store"))
			.mapValues((value) -> value.endsWith("1") ? value : null, versions("mapped"))
			.<String>transformValues(Marking::new, versions("transformed"))
			.toStream()
			.to("out");
	}

	public static void versionedTableInJoinOfStream(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t", versions("store"))
			.filter((key, value) -> !value.startsWith("a"));
		builder.<String, String>stream("in").leftJoin(table, TablePrograms::join).to("out");
	}

	public static void settledVersionedTablesInJoin(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t", versions("other"));
		builder.<String, String>table("in", versions("store"))
			.leftJoin(other, TablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void tableVersionedJoinIntoStore(StreamsBuilder builder) {
		KTable<String, String> other = builder.table("t", versions("other"));
		builder.<String, String>table("in", versions("store"))
			.join(other, TablePrograms::join, versions("joined"))
			.toStream()
			.to("out");
	}

	public static void versionedTableInGroups(StreamsBuilder builder) {
		builder.<String, String>table("in", versions("store"))
			.groupBy((key, value) -> KeyValue.pair(value.substring(0, 1), value))
			.reduce((all, value) -> all + "+" + value, (all, value) -> all + "-" + value, versions("groups"))
			.toStream()
			.to("out");
	}

	public static void versionedAggregate(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupByKey()
			.reduce((one, other) -> one + other, versions("store"))
			.toStream()
			.to("out");
	}

	public static void settledVersionedForeignKeys(StreamsBuilder builder) {
		KTable<String, String> referred = builder.<String, String>stream("t")
			.filter((key, value) -> value != null)
			.toTable(versions("referred"));
		builder.<String, String>table("in", versions("store"))
			.leftJoin(referred, (value) -> value.substring(0, 1), TablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void settledJoinOfOneTable(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("in");
		table.outerJoin(table.mapValues((value) -> value + "!"), TablePrograms::join).toStream().to("out");
	}

	public static void joinWithGrace(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t", versions("store"));
		builder.<String, String>stream("in")
			.join(table, TablePrograms::join,
					Joined.<String, String, String>as("joined").withGracePeriod(Duration.ofMillis(10)))
			.to("out");
	}

	public static void leftJoinWithGrace(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t", versions("store"))
			.filter((key, value) -> !value.startsWith("a"));
		builder.<String, String>stream("in")
			.filter((key, value) -> key != null)
			.leftJoin(table, TablePrograms::join,
					Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "joined", Duration.ofMillis(7)))
			.<String>processValues(Origins::new)
			.to("out");
	}

	public static void joinByNewKeyWithGrace(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t", versions("store"));
		builder.<String, String>stream("in")
			.filter((key, value) -> value != null)
			.selectKey((key, value) -> value.substring(0, 1))
			.join(table, TablePrograms::join,
					Joined.<String, String, String>with(Serdes.String(), Serdes.String(), Serdes.String())
						.withGracePeriod(Duration.ofMillis(10)))
			.to("out");
	}

	static final class Counting implements ValueTransformerWithKey<String, String, String> {

		private ProcessorContext context;

		private KeyValueStore<String, Integer> seen;

		@Override
		public void init(ProcessorContext context) {
			this.context = context;
			this.seen = context.getStateStore("seen");
		}

		@Override
		public String transform(String key, String value) {
			Integer before = this.seen.get(key);
			int count = (before != null) ? before + 1 : 1;
			this.seen.put(key, count);
			return (value != null) ? value + count + "@" + this.context.timestamp() + this.context.topic() : null;
		}

		@Override
		public void close() {
		}

	}

	static final class Marking implements ValueTransformerWithKey<String, String, String> {

		@Override
		public void init(ProcessorContext context) {
		}

		@Override
		public String transform(String key, String value) {
			return (value != null && !value.endsWith("1")) ? key + value : null;
		}

		@Override
		public void close() {
		}

	}

	static final class Origins extends ContextualFixedKeyProcessor<String, String, String> {

		@Override
		public void process(FixedKeyRecord<String, String> record) {
			context().forward(record.withValue(record.value() + context().recordMetadata()
				.map((origin) -> " " + origin.topic() + "-" + origin.partition() + "-" + origin.offset())
				.orElse("")));
		}

	}

}
