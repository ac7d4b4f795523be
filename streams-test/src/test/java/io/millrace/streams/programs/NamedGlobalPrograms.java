package io.millrace.streams.programs;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs with global tables and stores, whose topologies must be named as Kafka Streams
 * names them; see {@link NamedPrograms}.
 */
public final class NamedGlobalPrograms {

	private NamedGlobalPrograms() {
	}

	public static void globalTables(StreamsBuilder builder) {
		builder.<String, String>stream("in").to("out");
		builder.globalTable("g");
		builder.<String, String>stream("in2").to("out2");
		builder.globalTable("g2", Consumed.as("named"));
		builder.globalTable("g3", Materialized.as("store"));
		builder.globalTable("g4", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("store4"));
	}

	public static void globalTablesFirst(StreamsBuilder builder) {
		builder.globalTable("g");
		builder.globalTable("g2");
		builder.<String, String>stream("in").groupByKey().count().toStream().to("out");
	}

	public static void globalTablesAlone(StreamsBuilder builder) {
		builder.globalTable("g");
	}

	public static void joins(StreamsBuilder builder) {
		GlobalKTable<String, String> table = builder.globalTable("g");
		KStream<String, String> stream = builder.stream("in");
		stream.join(table, (key, value) -> value, (value, found) -> value + found)
			.leftJoin(table, (key, value) -> key, (value, found) -> value + found)
			.join(table, (key, value) -> value, (key, mapped, value, found) -> value + found, Named.as("joined"))
			.leftJoin(table, (key, value) -> value, (key, mapped, value, found) -> value + found,
					Named.as("left-joined"))
			.to("out");
	}

	public static void joinsOfOtherKeys(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		GlobalKTable<String, String> table = builder.globalTable("g");
		stream.join(table, (key, value) -> value, (value, found) -> value + found).toTable();
		stream.selectKey((key, value) -> value)
			.leftJoin(table, (key, value) -> key, (value, found) -> value + found)
			.groupByKey()
			.count();
	}

	public static void globalStores(StreamsBuilder builder) {
		builder.addGlobalStore(store("one"), "g", Consumed.with(Serdes.String(), Serdes.String()), Filling::new);
		builder.<String, String>stream("in").mapValues((value) -> value).to("out");
		builder.addGlobalStore(store("two"), "g2", Consumed.with(Serdes.String(), Serdes.String()).withName("filled"),
				Filling::new);
		builder.<String, String>stream("in2").mapValues((value) -> value).to("out2");
	}

	private static StoreBuilder<KeyValueStore<String, String>> store(String name) {
		return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.String());
	}

	private static final class Filling extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
		}

	}

}
