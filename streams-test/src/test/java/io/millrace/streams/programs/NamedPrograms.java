package io.millrace.streams.programs;

import java.util.List;
import java.util.Map;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.Printed;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.Repartitioned;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs whose topologies must be named as Kafka Streams names them. The file is
 * compiled a second time with the import prefix of Kafka Streams, so it may use only what
 * both have.
 */
@SuppressWarnings("unused")
public final class NamedPrograms {

	private NamedPrograms() {
	}

	public static void passThrough(StreamsBuilder builder) {
		builder.stream("in").to("out");
	}

	public static void statelessOperators(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.print(Printed.toSysOut());
		stream.peek((key, value) -> {
		})
			.flatMap((key, value) -> List.of(KeyValue.pair(key, value)))
			.flatMapValues((value) -> List.of(value))
			.flatMapValues((key, value) -> List.of(value))
			.map((key, value) -> KeyValue.pair(key, value))
			.mapValues((value) -> value)
			.mapValues((key, value) -> value)
			.filter((key, value) -> true)
			.filterNot((key, value) -> false)
			.selectKey((key, value) -> value)
			.foreach((key, value) -> {
			});
	}

	public static void statelessOperatorsWithNames(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in", Consumed.as("input"));
		stream.print(Printed.<String, String>toSysOut().withName("print").withLabel("label"));
		stream.peek((key, value) -> {
		}, Named.as("peek"))
			.flatMap((key, value) -> List.of(KeyValue.pair(key, value)), Named.as("flat-map"))
			.flatMapValues((value) -> List.of(value), Named.as("flat-map-values"))
			.flatMapValues((key, value) -> List.of(value), Named.as("flat-map-values-2"))
			.map((key, value) -> KeyValue.pair(key, value), Named.as("map"))
			.mapValues((value) -> value, Named.as("map-values"))
			.mapValues((key, value) -> value, Named.as("map-values-2"))
			.filter((key, value) -> true, Named.as("filter"))
			.filterNot((key, value) -> false, Named.as("filter-not"))
			.selectKey((key, value) -> value, Named.as("select-key"))
			.mapValues((value) -> value)
			.to("out", Produced.as("output"));
		stream.foreach((key, value) -> {
		}, Named.as("foreach"));
		stream.filter((key, value) -> true).to("out");
	}

	public static void severalTopics(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("a");
		KStream<String, String> other = builder.stream(List.of("b", "c"));
		stream.merge(other.filter((key, value) -> true)).merge(stream, Named.as("merged")).foreach((key, value) -> {
		});
	}

	public static void oneTopicAsTwoStreams(StreamsBuilder builder) {
		builder.<String, String>stream("a").mapValues((value) -> value).to("x");
		builder.<String, String>stream("a").filter((key, value) -> true).to("y");
		builder.<String, String>stream("b").to("z");
	}

	public static void split(StreamsBuilder builder) {
		Map<String, KStream<String, String>> branches = builder.<String, String>stream("in")
			.split()
			.branch((key, value) -> true)
			.branch((key, value) -> true, Branched.as("-x"))
			.defaultBranch();
		branches.get("KSTREAM-BRANCH-0000000001-x").to("x");
		branches.get("KSTREAM-BRANCH-00000000011").to("first");
		branches.get("KSTREAM-BRANCH-00000000010").to("rest");
	}

	public static void splitWithNames(StreamsBuilder builder) {
		Map<String, KStream<String, String>> branches = builder.<String, String>stream("in")
			.split(Named.as("split-"))
			.branch((key, value) -> true)
			.branch((key, value) -> true, Branched.withFunction((branch) -> branch.mapValues((value) -> value), "fn"))
			.branch((key, value) -> true, Branched.withConsumer((branch) -> branch.to("consumed")))
			.branch((key, value) -> true, Branched.<String, String>withFunction((branch) -> null).withName("gone"))
			.noDefaultBranch();
		branches.get("split-1").to("first");
		branches.get("split-fn").to("second");
	}

	public static void splitWithNamedDefault(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.split(Named.as("split-"))
			.branch((key, value) -> true)
			.defaultBranch(Branched.as("rest"))
			.get("split-rest")
			.to("rest");
	}

	public static void countByKey(StreamsBuilder builder) {
		builder.<String, String>stream("in").groupByKey().count().toStream().to("out");
	}

	public static void countByNewKey(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> value)
			.mapValues((value) -> value)
			.groupByKey()
			.count()
			.toStream()
			.to("out");
	}

	public static void countByComputedKeyWithNames(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupBy((key, value) -> value, Grouped.as("group"))
			.count(Named.as("count"))
			.toStream(Named.as("changes"))
			.to("out");
	}

	public static void countIntoNamedStore(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupBy((key, value) -> value)
			.count(Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void everythingNamed(StreamsBuilder builder) {
		builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()).withName("read"))
			.groupBy((key, value) -> value, Grouped.with("group", Serdes.String(), Serdes.String()))
			.aggregate(() -> "", (key, value, aggregate) -> aggregate + value, Named.as("aggregate"),
					Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("store")
						.withKeySerde(Serdes.String())
						.withValueSerde(Serdes.String()))
			.toStream(Named.as("changes"))
			.to("out", Produced.with(Serdes.String(), Serdes.String()).withName("write"));
	}

	public static void severalAggregationsOfOneGrouping(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = builder.<String, String>stream("in")
			.selectKey((key, value) -> value)
			.groupByKey();
		groups.count();
		groups.reduce((one, other) -> other);
		groups.aggregate(() -> "", (key, value, aggregate) -> value);
		groups.reduce((one, other) -> other, Materialized.as("reduced"));
	}

	public static void severalAggregationsOfOneNamedGrouping(StreamsBuilder builder) {
		KGroupedStream<String, String> groups = builder.<String, String>stream("in")
			.selectKey((key, value) -> value)
			.groupByKey(Grouped.as("group"));
		groups.count().toStream().to("out");
		groups.reduce((one, other) -> other);
		groups.aggregate(() -> "", (key, value, aggregate) -> value, Materialized.as("aggregated"));
		builder.stream("other").to("out");
	}

	public static void repartition(StreamsBuilder builder) {
		builder.<String, String>stream("in").repartition().mapValues((value) -> value).to("out");
	}

	public static void repartitionWithName(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> value)
			.repartition(Repartitioned.<String, String>as("shuffled").withNumberOfPartitions(3))
			.groupByKey()
			.count()
			.toStream()
			.to("out");
	}

	public static void repartitionProcessToTable(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.repartition(Repartitioned.numberOfPartitions(3))
			.process(Ignoring::new)
			.toTable();
	}

	public static void toTable(StreamsBuilder builder) {
		builder.<String, String>stream("in").toTable().toStream().to("out");
	}

	public static void toTableByNewKey(StreamsBuilder builder) {
		builder.<String, String>stream("in").selectKey((key, value) -> value).toTable().toStream().to("out");
	}

	public static void toTableWithNames(StreamsBuilder builder) {
		KStream<String, String> stream = builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.toTable(Named.as("table")).toStream().to("out");
		stream.toTable(Materialized.as("store")).toStream().to("out");
		stream.toTable(Named.as("table-2"), Materialized.as("store-2")).toStream().to("out");
		stream.toTable(Materialized.with(Serdes.String(), Serdes.String())).toStream().to("out");
	}

	public static void table(StreamsBuilder builder) {
		builder.table("t").toStream().to("out");
	}

	public static void tableWithNamedStore(StreamsBuilder builder) {
		builder.table("t", Materialized.as("store")).toStream().to("out");
	}

	public static void tableWithNames(StreamsBuilder builder) {
		builder.<String, String>table("t", Consumed.as("table"), Materialized.as("store"))
			.toStream(Named.as("changes"))
			.to("out");
		builder.<String, String>table("u", Materialized.with(Serdes.String(), Serdes.String()))
			.toStream((key, value) -> value)
			.to("out");
		builder.<String, String>table("v", Consumed.with(Serdes.String(), Serdes.String()))
			.toStream((key, value) -> value, Named.as("keyed"))
			.to("out");
	}

	public static void tableOperators(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t", Materialized.as("store"));
		table.filter((key, value) -> true)
			.mapValues((value) -> value)
			.filterNot((key, value) -> false)
			.mapValues((key, value) -> value)
			.toStream()
			.to("out");
		table.filter((key, value) -> true, Named.as("filter"))
			.mapValues((value) -> value, Named.as("map"))
			.filterNot((key, value) -> false, Named.as("not"))
			.mapValues((key, value) -> value, Named.as("map-2"))
			.toStream()
			.to("out");
	}

	public static void tableOperatorsWithStores(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t", Materialized.as("store"));
		table.filter((key, value) -> true, Materialized.as("filtered"))
			.mapValues((value) -> value, Materialized.as("mapped"))
			.filterNot((key, value) -> false, Named.as("not"), Materialized.as("not-filtered"))
			.mapValues((key, value) -> value, Named.as("map"), Materialized.as("mapped-2"))
			.toStream()
			.to("out");
		table.filter((key, value) -> true, Materialized.with(Serdes.String(), Serdes.String()))
			.mapValues((value) -> value, Materialized.with(Serdes.String(), Serdes.String()))
			.mapValues((key, value) -> value, Named.as("map-3"), Materialized.with(Serdes.String(), Serdes.String()))
			.toStream()
			.to("out");
	}

	public static void mapValuesOfTableWithoutStore(StreamsBuilder builder) {
		builder.<String, String>table("t").mapValues((value) -> value).toStream().to("out");
	}

	public static void join(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in").join(table, (value, other) -> value + other).to("out");
	}

	public static void joinWithAggregate(StreamsBuilder builder) {
		KTable<String, Long> table = builder.<String, String>stream("x").groupBy((key, value) -> value).count();
		builder.<String, String>stream("in").join(table, (value, other) -> value + other).to("out");
	}

	public static void joinWithDerivedTable(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t")
			.filter((key, value) -> true)
			.mapValues((value) -> value);
		builder.<String, String>stream("in").leftJoin(table, (value, other) -> value + other).to("out");
	}

	public static void joinWithStoredDerivedTable(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t")
			.mapValues((value) -> value, Materialized.as("mapped"))
			.mapValues((key, value) -> value);
		builder.<String, String>stream("in").leftJoin(table, (key, value, other) -> value + other).to("out");
	}

	public static void joinByNewKey(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in")
			.selectKey((key, value) -> value)
			.join(table, (value, other) -> value + other)
			.to("out");
	}

	public static void joinsByNewKeyShareATopic(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		KTable<String, String> other = builder.table("u");
		KStream<String, String> stream = builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.join(table, (value, found) -> value + found).to("x");
		stream.join(other, (value, found) -> value + found).to("y");
		stream.leftJoin(other, (value, found) -> value + found).to("z");
	}

	public static void namedJoinsByNewKeyDoNot(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		KStream<String, String> stream = builder.<String, String>stream("in").selectKey((key, value) -> value);
		stream.join(table, (value, found) -> value, Joined.as("join-1")).to("x");
		stream.join(table, (key, value, found) -> value, Joined.as("join-2")).to("y");
		stream.leftJoin(table, (value, found) -> value).to("z");
		stream.leftJoin(table, (value, found) -> value).to("zz");
		stream.mapValues((value) -> value).leftJoin(table, (value, found) -> value).to("zzz");
	}

	public static void joinsInARow(StreamsBuilder builder) {
		KTable<String, String> first = builder.<String, String>stream("x").toTable(Materialized.as("store"));
		KTable<String, String> second = builder.<String, String>stream("y").toTable();
		builder.<String, String>stream("in")
			.join(first, (value, found) -> value)
			.leftJoin(second, (value, found) -> value)
			.groupByKey()
			.count()
			.toStream()
			.to("out");
	}

	public static void mergeThatNeedsRepartitioning(StreamsBuilder builder) {
		KStream<String, String> stream = builder.<String, String>stream("a").selectKey((key, value) -> value);
		stream.merge(builder.<String, String>stream("b")).groupByKey().count();
		stream.merge(builder.<String, String>stream("c"))
			.groupByKey(Grouped.as("group"))
			.count(Named.as("count"), Materialized.as("store"));
	}

	public static void processors(StreamsBuilder builder) {
		builder.addStateStore(store("kv"));
		builder.<String, String>stream("in")
			.process(Ignoring::new, "kv")
			.process(Ignoring::new, Named.as("named"), "kv")
			.groupByKey()
			.count();
		builder.stream("other").to("out");
	}

	public static void fixedKeyProcessors(StreamsBuilder builder) {
		builder.addStateStore(store("kv"));
		builder.<String, String>stream("in")
			.<String>processValues(IgnoringValues::new, Named.as("named"), "kv")
			.<String>processValues(IgnoringValues::new)
			.groupByKey()
			.count();
		builder.stream("other").to("out");
	}

	public static void processorThatBringsItsStore(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		Bringing bringing = new Bringing();
		stream.process(bringing).to("out");
		stream.process(bringing, Named.as("again")).to("out");
	}

	public static void storeThatNobodyUses(StreamsBuilder builder) {
		builder.addStateStore(store("kv"));
		builder.stream("in").to("out");
	}

	public static void storeOfTableUsedByProcessor(StreamsBuilder builder) {
		builder.table("t", Materialized.as("store"));
		builder.<String, String>stream("in").process(Ignoring::new, "store");
	}

	static StoreBuilder<KeyValueStore<String, String>> store(String name) {
		return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
	}

	static final class Ignoring extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
		}

	}

	static final class IgnoringValues extends ContextualFixedKeyProcessor<String, String, String> {

		@Override
		public void process(FixedKeyRecord<String, String> record) {
		}

	}

	static final class Bringing implements ProcessorSupplier<String, String, String, String> {

		private final StoreBuilder<?> store = store("brought");

		@Override
		public Processor<String, String, String, String> get() {
			return new Ignoring();
		}

		@Override
		public java.util.Set<StoreBuilder<?>> stores() {
			return java.util.Set.of(this.store);
		}

	}

}
