package io.millrace.streams.programs;

import java.time.Duration;
import java.util.List;

import io.millrace.streams.KeyValue;
import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.kstream.Branched;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Named;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.FixedKeyProcessorContext;
import io.millrace.streams.processor.api.FixedKeyRecord;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;

/**
 * Programs from topics {@code in} and {@code t} to topic {@code out} that must give the
 * results that they give with Kafka Streams. Those whose name begins with {@code table}
 * give a table: deletes of rows that it doesn't hold don't count; of those that begin
 * with {@code settled}, values that repeat what a row holds neither. The file is compiled
 * a second time with the import prefix of Kafka Streams, so it may use only what both
 * have.
 */
public final class RunPrograms {

	private RunPrograms() {
	}

	public static void stateless(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.filter((key, value) -> key != null)
			.mapValues((key, value) -> key + value)
			.flatMap((key, value) -> List.of(KeyValue.pair(value, key), KeyValue.pair(null, value)))
			.flatMapValues((value) -> List.of(value, value + "!"))
			.filterNot((key, value) -> value.contains("c"))
			.map((key, value) -> KeyValue.pair(value, key))
			.to("out");
	}

	public static void splitAndMerge(StreamsBuilder builder) {
		KStream<String, String> stream = builder.stream("in");
		stream.split(Named.as("split-"))
			.branch((key, value) -> value == null, Branched.withConsumer((branch) -> branch.to("out")))
			.branch((key, value) -> value.startsWith("a"),
					Branched.withConsumer((branch) -> branch.mapValues((value) -> "A" + value)
						.merge(builder.<String, String>stream("t").selectKey((key, value) -> "merged"))
						.to("out")))
			.defaultBranch(Branched.withConsumer((branch) -> branch.selectKey((key, value) -> value).to("out")));
	}

	public static void tableCount(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupByKey()
			.count()
			.toStream()
			.mapValues((count) -> count.toString())
			.to("out");
	}

	public static void tableCountByValue(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupBy((key, value) -> value, Grouped.with(Serdes.String(), Serdes.String()))
			.count(Materialized.with(Serdes.String(), Serdes.Long()))
			.mapValues((count) -> count.toString())
			.toStream()
			.to("out");
	}

	public static void tableCountOfMany(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.flatMapValues((value) -> (value != null) ? List.of(value, value + "!", value) : List.of())
			.groupByKey()
			.count(Materialized.as("store"))
			.filter((key, count) -> count % 2 == 0)
			.toStream()
			.mapValues((count) -> (count != null) ? count.toString() : null)
			.to("out");
	}

	public static void tableCountOfManyUncached(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.flatMapValues((value) -> (value != null) ? List.of(value, value + "!", value) : List.of())
			.groupByKey()
			.count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("store").withCachingDisabled())
			.toStream()
			.mapValues((count) -> count.toString())
			.to("out");
	}

	public static void tableReduce(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupByKey()
			.reduce((one, other) -> (one.length() > 5) ? null : one + other, Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void tableAggregate(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (value != null) ? value.substring(0, 1) : key)
			.groupByKey(Grouped.as("group"))
			.aggregate(() -> "", (key, value, aggregate) -> value.endsWith("2") ? null : aggregate + value,
					Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void tableOfTopic(StreamsBuilder builder) {
		builder.<String, String>table("in", Materialized.as("store")).toStream().to("out");
	}

	public static void tableOfStream(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (key != null) ? "k" + key : null)
			.toTable(Materialized.as("store"))
			.toStream()
			.to("out");
	}

	public static void tableFiltered(StreamsBuilder builder) {
		builder.<String, String>table("in", Materialized.as("store"))
			.filter((key, value) -> !value.startsWith("a"))
			.filterNot((key, value) -> value.endsWith("2"))
			.toStream()
			.to("out");
	}

	public static void tableFilteredWithoutStore(StreamsBuilder builder) {
		builder.<String, String>table("in").filter((key, value) -> !value.startsWith("a")).toStream().to("out");
	}

	public static void tableFilteredIntoStore(StreamsBuilder builder) {
		builder.<String, String>table("in")
			.filter((key, value) -> !value.startsWith("a"), Materialized.as("filtered"))
			.mapValues((value) -> value + "!", Materialized.as("mapped"))
			.toStream()
			.to("out");
	}

	public static void tableMappedToNothing(StreamsBuilder builder) {
		builder.<String, String>table("in", Materialized.as("store"))
			.mapValues((key, value) -> value.startsWith("a") ? null : key + value)
			.filter((key, value) -> !value.endsWith("2"))
			.toStream()
			.to("out");
	}

	public static void join(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in").join(table, (value, found) -> value + "|" + found).to("out");
	}

	public static void leftJoin(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in")
			.leftJoin(table, (key, value, found) -> key + ":" + value + "|" + found)
			.to("out");
	}

	public static void joinByNewKey(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (value != null) ? value.substring(0, 1) : null)
			.join(table, (value, found) -> value + "|" + found)
			.to("out");
	}

	public static void leftJoinByNewKey(StreamsBuilder builder) {
		KTable<String, String> table = builder.table("t");
		builder.<String, String>stream("in")
			.selectKey((key, value) -> (value != null && value.endsWith("1")) ? value.substring(0, 1) : null)
			.leftJoin(table, (value, found) -> value + "|" + found)
			.to("out");
	}

	public static void leftJoinWithDerivedTable(StreamsBuilder builder) {
		KTable<String, String> table = builder.<String, String>table("t")
			.filter((key, value) -> !value.startsWith("a"))
			.mapValues((key, value) -> value.endsWith("2") ? null : value + key);
		builder.<String, String>stream("in").leftJoin(table, (value, found) -> value + "|" + found).to("out");
	}

	public static void joinWithAggregate(StreamsBuilder builder) {
		KTable<String, Long> counts = builder.<String, String>stream("t").groupByKey().count();
		builder.<String, String>stream("in").join(counts, (value, count) -> value + count).to("out");
	}

	public static void repartition(StreamsBuilder builder) {
		builder.<String, String>stream("in").repartition().to("out");
	}

	public static void processor(StreamsBuilder builder) {
		builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("last"), Serdes.String(), Serdes.String()));
		builder.<String, String>stream("in").process(Remembering::new, "last").to("out");
	}

	public static void processorWithFewRows(StreamsBuilder builder) {
		builder.addStateStore(Stores.keyValueStoreBuilder(Stores.lruMap("few", 2), Serdes.String(), Serdes.String()));
		builder.<String, String>stream("in").process(Forgetting::new, "few").to("out");
	}

	public static void tableCountOfFew(StreamsBuilder builder) {
		builder.<String, String>stream("in")
			.groupBy((key, value) -> value)
			.count(Materialized.<String, Long>as(Stores.lruMap("few", 3)).withCachingDisabled())
			.toStream()
			.mapValues((count) -> count.toString())
			.to("out");
	}

	public static void fixedKeyProcessor(StreamsBuilder builder) {
		builder.<String, String>stream("in").<String>processValues(Stamping::new).to("out");
	}

	static final class Remembering extends ContextualProcessor<String, String, String, String> {

		private KeyValueStore<String, String> last;

		@Override
		public void init(ProcessorContext<String, String> context) {
			super.init(context);
			this.last = context.getStateStore("last");
			context.schedule(Duration.ofMillis(10), PunctuationType.STREAM_TIME,
					(timestamp) -> context.forward(new Record<>("punctuated", "at " + timestamp, timestamp)));
		}

		@Override
		public void process(Record<String, String> record) {
			String key = String.valueOf(record.key());
			String before = this.last.get(key);
			this.last.put(key, record.value());
			context().forward(record.withKey(key).withValue(before + "," + record.value()));
		}

	}

	static final class Forgetting extends ContextualProcessor<String, String, String, String> {

		private KeyValueStore<String, String> few;

		@Override
		public void init(ProcessorContext<String, String> context) {
			super.init(context);
			this.few = context.getStateStore("few");
		}

		@Override
		public void process(Record<String, String> record) {
			String key = String.valueOf(record.key());
			String before = switch (String.valueOf(record.value())) {
				case "a1" -> this.few.get(key);
				case "a2" -> this.few.putIfAbsent(key, "new");
				case "b1" -> this.few.delete(key);
				default -> {
					this.few.put(key, record.value());
					yield "";
				}
			};
			StringBuilder content = new StringBuilder(before + ":");
			try (KeyValueIterator<String, String> rows = this.few.all()) {
				rows.forEachRemaining((row) -> content.append(' ').append(row));
			}
			context().forward(record.withKey(key).withValue(content.toString()));
		}

	}

	static final class Stamping extends ContextualFixedKeyProcessor<String, String, String> {

		@Override
		public void init(FixedKeyProcessorContext<String, String> context) {
			super.init(context);
		}

		@Override
		public void process(FixedKeyRecord<String, String> record) {
			String origin = context().recordMetadata()
				.map((metadata) -> metadata.topic() + metadata.partition() + "-" + metadata.offset())
				.orElse("none");
			context().forward(
					record.withValue(record.value() + " from " + origin + " at " + context().currentStreamTimeMs()));
			context().forward(record.withTimestamp(record.timestamp() + 1));
		}

	}

}
