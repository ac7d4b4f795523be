package io.millrace.streams.programs;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.TimeWindows;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs that optimisations change, to be named as Kafka Streams names them. The file
 * is compiled a second time with the import prefix of Kafka Streams, so it may use only
 * what both have.
 */
@SuppressWarnings("unused")
public final class NamedOptimizedPrograms {

	private static final JoinWindows NEAR = JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10));

	private NamedOptimizedPrograms() {
	}

	private static KStream<String, String> rekeyed(StreamsBuilder builder, String topic) {
		return builder.<String, String>stream(topic).selectKey((key, value) -> value);
	}

	public static void aggregationsOfOneStream(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.groupByKey().count();
		stream.groupByKey().reduce((one, other) -> other);
		stream.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count(Materialized.as("windows"));
	}

	public static void namedAggregations(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.groupByKey(Grouped.as("first")).count(Materialized.as("counts"));
		stream.groupByKey(Grouped.as("second")).reduce((one, other) -> other, Materialized.as("last"));
	}

	public static void oneAggregation(StreamsBuilder builder) {
		rekeyed(builder, "in").groupByKey().count();
	}

	public static void groupsByAnotherKey(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.groupBy((key, value) -> value).count();
		stream.groupBy((key, value) -> value + "2", Grouped.as("others")).count();
	}

	public static void filtersBetween(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.filter((key, value) -> true).groupByKey().count();
		stream.peek((key, value) -> {
		}).filterNot((key, value) -> false).groupByKey().reduce((one, other) -> other);
		stream.to("out");
	}

	public static void valuesChangedBetween(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.mapValues((value) -> value + "1").groupByKey().count();
		stream.groupByKey().count();
		stream.flatMapValues((value) -> List.of(value)).groupByKey().count();
	}

	public static void changedTwice(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.groupByKey().count();
		KStream<String, String> again = stream.map((key, value) -> KeyValue.pair(value, key));
		again.groupByKey().count();
		again.groupByKey().reduce((one, other) -> other);
	}

	public static void joinsAndAggregations(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.join(table, (one, other) -> one + other).to("out");
		stream.leftJoin(table, (one, other) -> one + other, Joined.as("left")).to("out2");
		stream.groupByKey().count();
		stream.toTable(Named.as("rows"), Materialized.as("rows-store"));
	}

	public static void joinsOfStreamsThatAreMerged(StreamsBuilder builder) {
		KStream<String, String> left = rekeyed(builder, "in");
		KStream<String, String> right = rekeyed(builder, "t");
		left.join(right, (one, other) -> one + other, NEAR).to("out");
		left.groupByKey().count();
		right.groupByKey().count();
	}

	public static void mergedStreams(StreamsBuilder builder) {
		KStream<String, String> merged = rekeyed(builder, "in").merge(rekeyed(builder, "t"));
		merged.groupByKey().count();
		merged.filter((key, value) -> true).groupByKey().reduce((one, other) -> other);
	}

	public static void mergedWithOneThatKeepsItsKeys(StreamsBuilder builder) {
		KStream<String, String> merged = rekeyed(builder, "in").merge(builder.stream("t"));
		merged.groupByKey().count();
		merged.groupByKey().reduce((one, other) -> other);
	}

	public static void mergedWithItsOwnFilter(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.merge(stream.filter((key, value) -> true)).groupByKey().count();
	}

	public static void mergedAndGroupedBefore(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.groupByKey().count();
		stream.merge(rekeyed(builder, "t")).groupByKey().count();
	}

	public static void branches(StreamsBuilder builder) {
		Map<String, KStream<String, String>> branches = rekeyed(builder, "in").split(Named.as("by-"))
			.branch((key, value) -> true, Branched.as("one"))
			.defaultBranch(Branched.as("other"));
		branches.get("by-one").groupByKey().count();
	}

	public static void severalBehindOneFilter(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in").filter((key, value) -> true);
		stream.groupByKey().count();
		stream.groupByKey().reduce((one, other) -> other);
	}

	public static void severalBranches(StreamsBuilder builder) {
		Map<String, KStream<String, String>> branches = rekeyed(builder, "in").split(Named.as("by-"))
			.branch((key, value) -> true, Branched.as("one"))
			.defaultBranch(Branched.as("other"));
		branches.get("by-one").groupByKey().count();
		branches.get("by-other").groupByKey().count();
	}

	public static void repartitioned(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.repartition().groupByKey().count();
		stream.groupByKey().count();
		stream.groupByKey().reduce((one, other) -> other);
	}

	public static void aggregationOfAnAggregation(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		KStream<String, Long> counts = stream.groupByKey()
			.count()
			.toStream()
			.map((key, value) -> KeyValue.pair(key + value, value));
		counts.groupByKey(Grouped.with(Serdes.String(), Serdes.Long())).count();
		counts.groupByKey(Grouped.with(Serdes.String(), Serdes.Long())).reduce(Long::sum);
	}

	public static void cogrouped(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.groupByKey(Grouped.as("left"))
			.<String>cogroup((key, value, sum) -> sum + value)
			.cogroup(rekeyed(builder, "t").groupByKey(Grouped.as("right")), (key, value, sum) -> sum + value)
			.aggregate(() -> "");
		stream.groupByKey().count();
	}

	public static void selfJoin(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.join(stream, (one, other) -> one + other, NEAR).to("out");
	}

	public static void selfJoinOfOneTopicReadTwice(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.join(builder.<String, String>stream("in"), (one, other) -> one + other, NEAR)
			.to("out");
	}

	public static void namedSelfJoin(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream
			.join(stream, (one, other) -> one + other, NEAR,
					StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
						.withName("join")
						.withStoreName("store"))
			.to("out");
	}

	public static void outerSelfJoins(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.leftJoin(stream, (one, other) -> one + other, NEAR).to("out");
		stream.outerJoin(stream, (one, other) -> one + other, NEAR).to("out2");
	}

	public static void selfJoinsOfOneStream(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		KStream<String, String> joined = stream.join(stream, (one, other) -> one + other, NEAR);
		joined.join(joined, (one, other) -> one + other, NEAR).to("out");
		stream.join(stream, (one, other) -> other + one, NEAR).to("out2");
	}

	public static void joinWithItsOwnFilter(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.join(stream.filter((key, value) -> true), (one, other) -> one + other, NEAR).to("out");
	}

	public static void rekeyedSelfJoins(StreamsBuilder builder) {
		KStream<String, String> stream = rekeyed(builder, "in");
		stream.join(stream, (one, other) -> one + other, NEAR).to("out");
		stream
			.join(stream, (one, other) -> one + other, NEAR,
					StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()).withName("join"))
			.to("out2");
	}

	public static void tablesOfTopics(StreamsBuilder builder) {
		KTable<String, String> stored = builder.table("in", Materialized.as("rows"));
		KTable<String, String> needed = builder.table("t");
		stored.join(needed, (one, other) -> one + other).toStream().to("out");
		builder.<String, String>table("unneeded").toStream().to("out2");
	}

}
