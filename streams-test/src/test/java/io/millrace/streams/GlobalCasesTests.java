package io.millrace.streams;

import java.time.Duration;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.TimestampedKeyValueStore;
import io.millrace.streams.state.ValueAndTimestamp;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Small inputs with the right output of global tables and stores, in the manner of
 * {@link CasesTests}. Outputs as {@code key=value@timestamp}.
 */
class GlobalCasesTests extends SmallCases {

	private final KStream<@Nullable String, String> stream = this.builder.stream("A",
			Consumed.with(Serdes.String(), Serdes.String()));

	private GlobalKTable<String, String> table() {
		return this.builder.globalTable("G", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
	}

	private static void show(KStream<@Nullable String, String> results) {
		results.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	/**
	 * The mapper: the value before the colon, or nothing.
	 */
	private static @Nullable String mapped(@Nullable String key, String value) {
		return value.startsWith(":") ? null : value.substring(0, 1);
	}

	@Test
	void case30AnInnerJoinNeedsTheMappedKeyAlone() {
		show(this.stream.join(table(), GlobalCasesTests::mapped, (value, found) -> value + "," + found));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "G", "x", "row", 5);
			assertThat(pipe(driver, "A", "k", "x1", 1)).containsExactly("k=x1,row@1");
			assertThat(pipe(driver, "A", null, "x2", 2)).containsExactly("null=x2,row@2");
			assertThat(pipe(driver, "A", "k", "y", 3)).isEmpty();
			assertThat(driver.dropped()).isZero();
			assertThat(pipe(driver, "A", "k", ":", 4)).isEmpty();
			assertThat(driver.dropped("null-key")).isEqualTo(1);
			assertThat(pipe(driver, "A", "k", null, 5)).isEmpty();
			assertThat(driver.dropped("null-value")).isEqualTo(1);
		}
	}

	@Test
	void case30ALeftJoinGivesAResultWithoutMappedKeyToo() {
		show(this.stream.leftJoin(table(), GlobalCasesTests::mapped,
				(key, mapped, value, found) -> key + "/" + mapped + "," + value + "," + found));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "G", "x", "row", 5);
			assertThat(pipe(driver, "A", null, "x1", 1)).containsExactly("null=null/x,x1,row@1");
			assertThat(pipe(driver, "A", "k", "y", 2)).containsExactly("k=k/y,y,null@2");
			assertThat(pipe(driver, "A", "k", ":", 3)).containsExactly("k=k/null,:,null@3");
			assertThat(pipe(driver, "A", null, ":", 3)).containsExactly("null=null/null,:,null@3");
			assertThat(driver.dropped()).isZero();
			assertThat(pipe(driver, "A", "k", null, 5)).isEmpty();
			assertThat(driver.dropped("null-value")).isEqualTo(1);
		}
	}

	@Test
	void aTableIsJoinedAsItIsNowAndGivesNothingItself() {
		show(this.stream.leftJoin(table(), (key, value) -> key, (value, found) -> value + "," + found));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", "x", "1", 10)).containsExactly("x=1,null@10");
			assertThat(pipe(driver, "G", "x", "late", 3)).isEmpty();
			assertThat(pipe(driver, "A", "x", "2", 1)).containsExactly("x=2,late@1");
			// The last one counts, whatever its timestamp.
			assertThat(pipe(driver, "G", "x", "later", 2)).isEmpty();
			assertThat(pipe(driver, "A", "x", "3", 20)).containsExactly("x=3,later@20");
			assertThat(pipe(driver, "G", "x", null, 30)).isEmpty();
			assertThat(pipe(driver, "A", "x", "4", 40)).containsExactly("x=4,null@40");
			pipe(driver, "G", null, "nobody's", 50);
			assertThat(driver.dropped("null-key")).isEqualTo(1);
		}
	}

	@Test
	void aStoreCanBeReadAndWrittenByTheTest() {
		show(this.stream.leftJoin(table(), (key, value) -> key, (value, found) -> value + "," + found));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "G", "x", "row", 3);
			KeyValueStore<String, String> values = driver.getKeyValueStore("table");
			assertThat(values.get("x")).isEqualTo("row");
			KeyValueStore<String, ValueAndTimestamp<String>> store = driver.getTimestampedKeyValueStore("table");
			assertThat(store.get("x")).isEqualTo(ValueAndTimestamp.make("row", 3));
			assertThat(driver.getAllStateStores()).containsOnlyKeys("table");
			store.put("y", ValueAndTimestamp.make("put", 4));
			assertThat(pipe(driver, "A", "y", "1", 10)).containsExactly("y=1,put@10");
			assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> pipe(driver, "B", "x", "1", 1))
				.withMessageContaining("[A, G]");
		}
	}

	@Test
	void aTopologyMayWriteToTheTopicOfItsTable() {
		GlobalKTable<String, String> table = table();
		this.stream.to("G", Produced.with(Serdes.String(), Serdes.String()));
		show(this.builder.<@Nullable String, String>stream("B", Consumed.with(Serdes.String(), Serdes.String()))
			.join(table, (key, value) -> key, (value, found) -> value + "," + found));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "x", "row", 1);
			assertThat(pipe(driver, "B", "x", "1", 2)).containsExactly("x=1,row@2");
		}
	}

	@Test
	void anyProcessorReadsAndNoneButItsOwnWrites() {
		this.builder.addGlobalStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("lengths"), Serdes.String(), Serdes.Integer()),
				"S", Consumed.with(Serdes.String(), Serdes.String()), Lengths::new);
		table();
		show(this.stream.process(Reading::new));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "S", "x", "four", 1);
			pipe(driver, "S", null, "four", 1);
			pipe(driver, "G", "x", "row", 2);
			assertThat(pipe(driver, "A", "x", "1", 3)).containsExactly("x=4 row@2@3");
			pipe(driver, "S", "x", null, 4);
			assertThat(pipe(driver, "A", "x", "1", 5)).containsExactly("x=null row@2@5");
		}
	}

	@Test
	void timestampsAreExtracted() {
		this.builder.globalTable("G",
				Consumed.with(Serdes.String(), Serdes.String())
					.withTimestampExtractor((ConsumerRecord<Object, Object> record,
							long partitionTime) -> record.value().toString().startsWith("no") ? -1 : 77),
				Materialized.as("table"));
		show(this.stream);
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "G", "x", "row", 1);
			pipe(driver, "G", "y", "none", 1);
			assertThat(driver.<String, String>getTimestampedKeyValueStore("table").get("x"))
				.isEqualTo(ValueAndTimestamp.make("row", 77));
			assertThat(driver.<String, String>getTimestampedKeyValueStore("table").get("y")).isNull();
			assertThat(driver.dropped("negative-timestamp")).isEqualTo(1);
		}
	}

	@Test
	void whatCannotBeIsRefusedWhereItIsDeclared() {
		table();
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.builder.globalTable("A"))
			.withMessageContaining("Topic A is read twice");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> this.builder.stream("G"))
			.withMessageContaining("Topic G is read twice");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.builder.globalTable("H", Materialized.as("table")))
			.withMessageContaining("store table");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.builder.globalTable("I",
					Materialized.as(Stores.persistentVersionedKeyValueStore("versions", Duration.ofDays(1)))))
			.withMessageContaining("versioned");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.stream.join(new StreamsBuilder().globalTable("K"), (key, value) -> key,
					(value, found) -> value))
			.withMessageContaining("another StreamsBuilder");
	}

	@Test
	void aProcessorIsNotConnectedWithAGlobalStore() {
		table();
		this.stream.process(Reading::new, "table");
		assertThatExceptionOfType(TopologyException.class).isThrownBy(this.builder::build)
			.withMessageContaining("table");
	}

	@Test
	void aStoreOfATaskCanBeFilledFromATopicToo() {
		Topology topology = new Topology().addSource("in", new StringDeserializer(), new StringDeserializer(), "A")
			.addProcessor("read", ReadingRows::new, "in")
			.addSink("sink", "out", new StringSerializer(), new StringSerializer(), "read")
			.addReadOnlyStateStore(
					Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("rows"), Serdes.String(), Serdes.String()),
					"rows-in", new StringDeserializer(), new StringDeserializer(), "R", "fill", FillingRows::new)
			.connectProcessorAndStateStores("read", "rows");
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, this.settings)) {
			pipe(driver, "R", "x", "row", 1);
			assertThat(pipe(driver, "A", "x", "1", 2)).containsExactly("x=row@2");
			assertThat(driver.producedTopicNames()).containsExactly("out");
		}
	}

	private static final class FillingRows extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> store = context().getStateStore("rows");
			store.put(record.key(), record.value());
		}

	}

	private static final class ReadingRows extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, String> store = context().getStateStore("rows");
			context().forward(record.withValue(store.get(record.key())));
		}

	}

	private static final class Lengths extends ContextualProcessor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
			KeyValueStore<String, Integer> store = context().getStateStore("lengths");
			if (record.key() != null) {
				store.put(record.key(), (record.value() != null) ? record.value().length() : null);
			}
			TimestampedKeyValueStore<String, String> other = context().getStateStore("table");
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> other.delete("x"));
		}

	}

	private static final class Reading extends ContextualProcessor<@Nullable String, String, @Nullable String, String> {

		@Override
		public void process(Record<@Nullable String, String> record) {
			ReadOnlyKeyValueStore<String, Integer> lengths = context().getStateStore("lengths");
			TimestampedKeyValueStore<String, String> rows = context().getStateStore("table");
			ValueAndTimestamp<String> row = rows.get("x");
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> rows.put("x", row));
			context().forward(record.withValue(lengths.get("x") + " " + row.value() + "@" + row.timestamp()));
		}

	}

}
