package io.millrace.streams.programs;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Programs with global tables and stores, with results in topic {@code out} that must be
 * those that they give with Kafka Streams; see {@link RunPrograms}.
 */
public final class GlobalPrograms {

	private GlobalPrograms() {
	}

	public static void join(StreamsBuilder builder) {
		GlobalKTable<String, String> table = builder.globalTable("t");
		builder.<String, String>stream("in")
			.join(table, GlobalPrograms::key, (value, found) -> value + found)
			.to("out");
	}

	public static void leftJoin(StreamsBuilder builder) {
		GlobalKTable<String, String> table = builder.globalTable("t");
		builder.<String, String>stream("in")
			.leftJoin(table, GlobalPrograms::key, (value, found) -> value + found)
			.to("out");
	}

	public static void joinWithKeys(StreamsBuilder builder) {
		GlobalKTable<String, String> table = builder.globalTable("t", Materialized.as("store"));
		builder.<String, String>stream("in")
			.join(table, GlobalPrograms::key, (key, mapped, value, found) -> key + mapped + value + found)
			.to("out");
	}

	public static void leftJoinWithKeys(StreamsBuilder builder) {
		GlobalKTable<String, String> table = builder.globalTable("t", Consumed.as("named"));
		builder.<String, String>stream("in")
			.leftJoin(table, GlobalPrograms::key, (key, mapped, value, found) -> key + mapped + value + found)
			.to("out");
	}

	public static void joinsWithTwoTables(StreamsBuilder builder) {
		GlobalKTable<String, String> one = builder.globalTable("t");
		GlobalKTable<String, String> other = builder.globalTable("u");
		builder.<String, String>stream("in")
			.leftJoin(one, (key, value) -> key, (value, found) -> (found != null) ? found : value)
			.leftJoin(other, (key, value) -> value.substring(0, 1), (value, found) -> value + found)
			.groupByKey()
			.reduce((before, value) -> value)
			.toStream()
			.to("out");
	}

	public static void tableReadByAProcessor(StreamsBuilder builder) {
		builder.globalTable("t", Materialized.as("store"));
		builder.<String, String>stream("in").process(Looking::new).to("out");
	}

	public static void storeFilledByAProcessor(StreamsBuilder builder) {
		builder.addGlobalStore(
				Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("store"), Serdes.String(), Serdes.String()),
				"t", Consumed.with(Serdes.String(), Serdes.String()), Filling::new);
		builder.<String, String>stream("in").process(Looking::new).to("out");
	}

	private static String key(String key, String value) {
		return (value == null || value.endsWith("2")) ? key : value.startsWith("c") ? null : value.substring(0, 1);
	}

	private static final class Looking extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			ReadOnlyKeyValueStore<String, Object> store = context().getStateStore("store");
			Object found = (record.key() != null) ? store.get(record.key()) : null;
			String text = (found instanceof ValueAndTimestamp<?> row) ? row.value() + "@" + row.timestamp()
					: String.valueOf(found);
			context().forward(record.withValue(text));
		}

	}

	private static final class Filling extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> store = context().getStateStore("store");
			if (record.key() != null) {
				String before = store.get(record.key());
				boolean longer = before != null && record.value() != null && before.length() < 8;
				store.put(record.key(), longer ? before + record.value() : record.value());
			}
		}

	}

}
