package io.millrace.streams.programs;

import java.time.Duration;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.kstream.ValueTransformerWithKey;
import io.millrace.streams.processor.ProcessorContext;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs of tables whose topologies must be named as Kafka Streams names them; see
 * {@link NamedPrograms}.
 */
public final class NamedTablePrograms {

	private NamedTablePrograms() {
	}

	private static String join(String left, String right) {
		return left + right;
	}

	private static <V> Materialized<String, V, KeyValueStore<Bytes, byte[]>> as(String name) {
		return Materialized.as(name);
	}

	public static void groupsOfTable(StreamsBuilder builder) {
		KGroupedTable<String, String> groups = builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair(value, key));
		groups.count().toStream().to("out");
		groups.count(Materialized.with(Serdes.String(), Serdes.Long()));
		groups.count(as("counts"));
		groups.reduce((all, value) -> all, (all, value) -> all);
		groups.reduce((all, value) -> all, (all, value) -> all, Materialized.with(Serdes.String(), Serdes.String()));
		groups.aggregate(() -> "", (key, value, all) -> all, (key, value, all) -> all)
			.filter((key, value) -> true)
			.toStream();
		groups.aggregate(() -> "", (key, value, all) -> all, (key, value, all) -> all,
				Materialized.with(Serdes.String(), Serdes.String()));
	}

	public static void groupsOfTableWithNames(StreamsBuilder builder) {
		KGroupedTable<String, String> groups = builder.<String, String>table("in", as("store"))
			.groupBy((key, value) -> KeyValue.pair(value, key), Grouped.with(Serdes.String(), Serdes.String()));
		groups.count(Named.as("counted"));
		groups.count(Named.as("counted-into"), as("counts"));
		groups.reduce((all, value) -> all, (all, value) -> all, as("reductions"));
		groups.reduce((all, value) -> all, (all, value) -> all, Named.as("reduced-into"), as("reductions-2"));
		groups.aggregate(() -> "", (key, value, all) -> all, (key, value, all) -> all, Named.as("aggregated"));
		groups.aggregate(() -> "", (key, value, all) -> all, (key, value, all) -> all, Named.as("aggregated-into"),
				as("aggregates"));
	}

	public static void groupsOfTableByOneName(StreamsBuilder builder) {
		KGroupedTable<String, String> groups = builder.<String, String>table("in")
			.groupBy((key, value) -> KeyValue.pair(value, key), Grouped.as("groups"));
		groups.count();
		groups.count(Named.as("counted"), as("counts"));
		groups.reduce((all, value) -> all, (all, value) -> all).toStream().to("out");
	}

	public static void tableJoins(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("a");
		KTable<String, String> right = builder.table("b");
		left.join(right, NamedTablePrograms::join).toStream().to("out");
		left.leftJoin(right, NamedTablePrograms::join);
		left.outerJoin(right, NamedTablePrograms::join);
		left.join(right, NamedTablePrograms::join, Materialized.with(Serdes.String(), Serdes.String()));
		left.leftJoin(right, NamedTablePrograms::join, as("left"));
		left.outerJoin(right, NamedTablePrograms::join, as("outer"));
	}

	public static void tableJoinsWithNames(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("a", as("left"));
		KTable<String, String> right = builder.table("b", as("right"));
		left.join(right, NamedTablePrograms::join, Named.as("joined")).toStream().to("out");
		left.leftJoin(right, NamedTablePrograms::join, Named.as("left-joined"));
		left.outerJoin(right, NamedTablePrograms::join, Named.as("outer-joined"));
		left.join(right, NamedTablePrograms::join, Named.as("joined-2"), as("joins"));
		left.leftJoin(right, NamedTablePrograms::join, Named.as("left-joined-2"), as("left-joins"));
		left.outerJoin(right, NamedTablePrograms::join, Named.as("outer-joined-2"), as("outer-joins"));
		left.join(right, NamedTablePrograms::join, Named.as("joined-3"),
				Materialized.with(Serdes.String(), Serdes.String()));
	}

	public static void tableJoinsOfDerivedTables(StreamsBuilder builder) {
		KTable<String, String> left = builder.<String, String>table("a").filter((key, value) -> true);
		KTable<String, String> right = builder.<String, String>stream("b").toTable().mapValues((value) -> value);
		KTable<String, String> joined = left.join(right, NamedTablePrograms::join);
		joined.outerJoin(builder.<String, String>table("c"), NamedTablePrograms::join)
			.groupBy((key, value) -> KeyValue.pair(value, key))
			.count();
		builder.<String, String>stream("s").leftJoin(joined, NamedTablePrograms::join);
		left.join(left, NamedTablePrograms::join).toStream().to("out");
	}

	public static void foreignKeys(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("a");
		KTable<String, String> right = builder.table("b");
		left.join(right, (value) -> value, NamedTablePrograms::join).toStream().to("out");
		left.leftJoin(right, (key, value) -> value, NamedTablePrograms::join,
				Materialized.with(Serdes.String(), Serdes.String()))
			.mapValues((value) -> value)
			.toStream();
		left.leftJoin(right, (value) -> value, NamedTablePrograms::join, as("joined"));
	}

	public static void foreignKeysWithNames(StreamsBuilder builder) {
		KTable<String, String> left = builder.table("a", as("left"));
		KTable<String, String> right = builder.table("b", as("right"));
		left.join(right, (value) -> value, NamedTablePrograms::join, TableJoined.as("join")).toStream().to("out");
		left.leftJoin(right, (value) -> value, NamedTablePrograms::join, TableJoined.as("left-join"), as("joined"));
		left.join(left, (key, value) -> value, NamedTablePrograms::join, TableJoined.as("self")).toStream();
	}

	public static void foreignKeysOfDerivedTables(StreamsBuilder builder) {
		KTable<String, String> left = builder.<String, String>table("a").mapValues((value) -> value);
		KTable<String, String> right = builder.<String, String>stream("b")
			.groupBy((key, value) -> value)
			.reduce((one, other) -> one);
		KTable<String, String> joined = left.join(right, (value) -> value, NamedTablePrograms::join);
		joined.join(right, (value) -> value, NamedTablePrograms::join)
			.join(left, NamedTablePrograms::join)
			.toStream()
			.to("out");
	}

	public static void transformedTables(StreamsBuilder builder) {
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("memory"), Serdes.String(), Serdes.String()));
		KTable<String, String> table = builder.table("a");
		table.<String>transformValues(Transforming::new).toStream().to("out");
		table.<String>transformValues(Transforming::new, "memory").filter((key, value) -> true);
		table.<String>transformValues(Transforming::new, Named.as("transformed"), "memory");
		table.<String>transformValues(Transforming::new, Materialized.with(Serdes.String(), Serdes.String()))
			.mapValues((value) -> value);
		table.<String>transformValues(Transforming::new, as("store"), "memory");
		table.<String>transformValues(Transforming::new, as("store-2"), Named.as("transformed-2"));
		builder.<String, String>stream("b")
			.join(table.<String>transformValues(Transforming::new), NamedTablePrograms::join);
	}

	public static void joinsWithGrace(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("a", Materialized
			.<String, String>as(Stores.persistentVersionedKeyValueStore("versions", Duration.ofMinutes(10))));
		KStream<String, String> stream = builder.stream("s");
		stream
			.join(table, NamedTablePrograms::join,
					Joined.<String, String, String>with(null, null, null).withGracePeriod(Duration.ofMinutes(5)))
			.to("out");
	}

	static final class Transforming implements ValueTransformerWithKey<String, String, String> {

		@Override
		public void init(ProcessorContext context) {
		}

		@Override
		public String transform(String key, String value) {
			return value;
		}

		@Override
		public void close() {
		}

	}

}
