package io.millrace.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.LogAndSkipOnInvalidTimestamp;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.ProcessorContext;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Small inputs with the right output that stream processors have been known to answer
 * wrong. The number in a test's name is that of the case.
 */
class CasesTests {

	private final Properties settings = new Properties();

	private final StreamsBuilder builder = new StreamsBuilder();

	private KStream<String, String> input(String topic) {
		return this.builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
	}

	private TopologyTestDriver driver() {
		return new TopologyTestDriver(this.builder.build(), this.settings, Instant.ofEpochMilli(0));
	}

	private static TestInputTopic<@Nullable String, @Nullable String> pipe(TopologyTestDriver driver, String topic) {
		return driver.createInputTopic(topic, new StringSerializer(), new StringSerializer());
	}

	private static TestOutputTopic<String, String> out(TopologyTestDriver driver) {
		return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer());
	}

	private KTable<String, String> concatenation() {
		return input("in").groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((left, right) -> left + right, Materialized.as("concatenated"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "skip", "dead-letter" })
	void case7ASkippedRecordLeavesNoTraceInStoresOrOutputs(String onError) {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, onError);
		this.settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
		KStream<String, String> updates = concatenation().toStream();
		updates.to("out", Produced.with(Serdes.String(), Serdes.String()));
		updates.foreach((key, value) -> {
			if (value.endsWith("X")) {
				throw new IllegalStateException("refused");
			}
		});
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "in")
				.pipeKeyValueList(List.of(KeyValue.pair("k", "a"), KeyValue.pair("k", "X"), KeyValue.pair("k", "b")));
			// Kafka Streams 4.4.0 keeps the skipped X in the store and answers aXb.
			assertThat(out(driver).readValuesToList()).containsExactly("a", "ab");
			assertThat(driver.<String, String>getKeyValueStore("concatenated").get("k")).isEqualTo("ab");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "skip", "dead-letter" })
	void aRecordThatFailsBehindATableByOneOfItsUpdatesIsSkippedAsAWhole(String onError) {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, onError);
		this.settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
		KStream<String, String> letters = input("in").flatMapValues((value) -> List.of(value.split("")));
		letters.to("letters", Produced.with(Serdes.String(), Serdes.String()));
		letters.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.reduce((left, right) -> left + right, Materialized.as("concatenated"))
			.toStream()
			.peek((key, value) -> {
				if (value.contains("X")) {
					throw new IllegalStateException("refused");
				}
			})
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "ab");
			in.pipeInput("k", "cXd");
			in.pipeInput("k", "ef");
			assertThat(out(driver).readValuesToList()).containsExactly("ab", "abef");
			assertThat(driver.createOutputTopic("letters", new StringDeserializer(), new StringDeserializer())
				.readValuesToList()).containsExactly("a", "b", "e", "f");
			assertThat(driver.<String, String>getKeyValueStore("concatenated").get("k")).isEqualTo("abef");
			if (onError.equals("dead-letter")) {
				assertThat(driver.createOutputTopic("dead", new StringDeserializer(), new StringDeserializer())
					.readValuesToList()).containsExactly("cXd");
			}
		}
	}

	@Test
	void aDeadLetterCarriesTheRecordAsItCameAndWhy() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "dead-letter");
		this.settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
		input("in").mapValues((value) -> Integer.toString(Integer.parseInt(value)))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "1", 5);
			TestRecord<@Nullable String, @Nullable String> bad = new TestRecord<>("k", "one", null, 6L);
			bad.headers().add("origin", new byte[] { 7 });
			in.pipeInput(bad);
			in.pipeInput("k", "2", 7);
			assertThat(out(driver).readValuesToList()).containsExactly("1", "2");
			TestRecord<String, String> dead = driver
				.createOutputTopic("dead", new StringDeserializer(), new StringDeserializer())
				.readRecord();
			assertThat(dead.key()).isEqualTo("k");
			assertThat(dead.value()).isEqualTo("one");
			assertThat(dead.timestamp()).isEqualTo(6);
			assertThat(dead.headers().lastHeader("origin").value()).containsExactly(7);
			assertThat(header(dead, "exception")).isEqualTo(NumberFormatException.class.getName());
			assertThat(header(dead, "topic")).isEqualTo("in");
			assertThat(header(dead, "partition")).isEqualTo("0");
			assertThat(header(dead, "offset")).isEqualTo("1");
			assertThat(header(dead, "operator")).isEqualTo("KSTREAM-MAPVALUES-0000000001");
		}
	}

	private static String header(TestRecord<?, ?> record, String name) {
		Header header = record.headers().lastHeader("__streams.errors." + name);
		return new String(header.value(), StandardCharsets.UTF_8);
	}

	@Test
	void aRecordThatFailsByDefaultSaysWhereAndWhatToDo() {
		input("in").mapValues((value) -> Integer.toString(Integer.parseInt(value)))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			assertThatExceptionOfType(StreamsException.class).isThrownBy(() -> pipe(driver, "in").pipeInput("k", "one"))
				.withMessageContaining("topic in, partition 0, offset 0")
				.withMessageContaining("KSTREAM-MAPVALUES-0000000001")
				.withMessageContaining("on.error")
				.withCauseInstanceOf(NumberFormatException.class);
		}
	}

	@Test
	void aRecordThatCantBeReadIsPassedOver() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.Integer()))
			.mapValues((value) -> Integer.toString(value))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "five5");
			in.pipeInput("k", "four");
			assertThat(out(driver).readValuesToList()).containsExactly(Integer.toString(0x666f7572));
		}
	}

	@Test
	void case9AFilteredTableSendsNoTombstoneForAKeyItNeverHad() {
		this.builder.table("in", Consumed.with(Serdes.String(), Serdes.String()))
			.filter((key, value) -> value.startsWith("y"))
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "no");
			in.pipeInput("k", (String) null);
			in.pipeInput("j", (String) null);
			// Kafka Streams 4.4.0 emits a tombstone for each (KAFKA-10077).
			assertThat(out(driver).isEmpty()).isTrue();
			in.pipeInput("k", "yes");
			in.pipeInput("k", "no");
			in.pipeInput("k", "no again");
			assertThat(out(driver).readKeyValuesToList()).containsExactly(KeyValue.pair("k", "yes"),
					KeyValue.pair("k", null));
		}
	}

	@Test
	void case21ANegativeTimestampIsDroppedIfTheExtractorSaysSo() {
		this.builder
			.stream("in",
					Consumed.with(Serdes.String(), Serdes.String())
						.withTimestampExtractor(new LogAndSkipOnInvalidTimestamp()))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		this.builder
			.stream("negative",
					Consumed.with(Serdes.String(), Serdes.String())
						.withTimestampExtractor((record, partitionTime) -> -record.offset() - 1))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "negative").pipeInput("k", "dropped");
			pipe(driver, "in").pipeInput("k", "kept");
			assertThat(out(driver).readValuesToList()).containsExactly("kept");
		}
	}

	@Test
	void case23AResultCarriesTheHighestTimestamp() {
		concatenation().toStream().to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "a", 10);
			in.pipeInput("k", "b", 5);
			assertThat(out(driver).readRecordsToList()).extracting(TestRecord::value, TestRecord::timestamp)
				.containsExactly(org.assertj.core.groups.Tuple.tuple("a", 10L),
						org.assertj.core.groups.Tuple.tuple("ab", 10L));
		}
	}

	@Test
	void case24PunctuatesByStreamTimeAndByWallClock() {
		List<String> calls = new ArrayList<>();
		input("in").process(() -> new Punctuating((context) -> {
			context.schedule(Duration.ofMillis(10), PunctuationType.STREAM_TIME, (now) -> calls.add("stream " + now));
			AtomicReference<@Nullable Cancellable> once = new AtomicReference<>();
			once.set(context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, (now) -> {
				calls.add("once " + now);
				once.get().cancel();
			}));
			context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, (now) -> {
				calls.add("wall " + now);
				context.forward(new Record<>("clock", Long.toString(now), now));
			});
		})).to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			for (long time : new long[] { 3, 10, 47, 49, 51 }) {
				in.pipeInput("k", "v", time);
			}
			assertThat(calls).containsExactly("stream 3", "stream 10", "stream 47", "stream 51");
			calls.clear();
			driver.advanceWallClockTime(Duration.ofMillis(9));
			assertThat(calls).isEmpty();
			driver.advanceWallClockTime(Duration.ofMillis(26));
			assertThat(calls).containsExactly("once 35", "wall 35");
			driver.advanceWallClockTime(Duration.ofMillis(5));
			assertThat(calls).containsExactly("once 35", "wall 35", "wall 40");
			assertThat(out(driver).readValuesToList()).containsExactly("35", "40");
		}
	}

	@Test
	void case25AFailedPunctuationIsUndoneAndDeadLetteredWithoutASourceTopic() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "dead-letter");
		this.settings.put(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, "dead");
		this.builder.addStateStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String()));
		input("in").process(() -> new Punctuating((context) -> {
			KeyValueStore<String, String> store = context.getStateStore("s");
			context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, (now) -> {
				store.put("half", "done");
				context.forward(new Record<>("half", "done", now));
				throw new IllegalStateException("refused");
			});
		}), "s").to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			driver.advanceWallClockTime(Duration.ofMillis(10));
			assertThat(out(driver).isEmpty()).isTrue();
			assertThat(driver.<String, String>getKeyValueStore("s").get("half")).isNull();
			TestRecord<String, String> dead = driver
				.createOutputTopic("dead", new StringDeserializer(), new StringDeserializer())
				.readRecord();
			assertThat(header(dead, "exception")).isEqualTo(IllegalStateException.class.getName());
			assertThat(dead.headers().lastHeader("__streams.errors.topic")).isNull();
			driver.advanceWallClockTime(Duration.ofMillis(10));
		}
	}

	@Test
	void case38CountIgnoresNullKeysAndValues() {
		input("in").groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.count(Materialized.as("counts"))
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.Long()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput(null, "v");
			in.pipeInput("k", (String) null);
			in.pipeInput("k", "v");
			assertThat(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer())
				.readKeyValuesToList()).containsExactly(KeyValue.pair("k", 1L));
		}
	}

	@Test
	void case38AnAggregatorThatAnswersNullDeletes() {
		input("in").groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(() -> "", (key, value, sum) -> value.equals("-") ? null : sum + value,
					Materialized.<String, String, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as("sums")
						.withKeySerde(Serdes.String())
						.withValueSerde(Serdes.String()))
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "a");
			in.pipeInput("k", "-");
			in.pipeInput("k", "b");
			assertThat(out(driver).readValuesToList()).containsExactly("a", null, "b");
		}
	}

	@Test
	void anAggregatorThatChangesItsAggregateInPlaceDoesntChangeTheOldValue() {
		Serde<StringBuilder> builders = Serdes.serdeFrom(
				(topic, value) -> (value != null) ? value.toString().getBytes(StandardCharsets.UTF_8) : null,
				(topic, bytes) -> (bytes != null) ? new StringBuilder(new String(bytes, StandardCharsets.UTF_8))
						: null);
		input("in").groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(StringBuilder::new, (key, value, sum) -> sum.append(value),
					Materialized.<String, StringBuilder, KeyValueStore<org.apache.kafka.common.utils.Bytes, byte[]>>as(
							"sums")
						.withKeySerde(Serdes.String())
						.withValueSerde(builders))
			.filter((key, sum) -> sum.length() < 2)
			.toStream()
			.mapValues((sum) -> (sum != null) ? sum.toString() : null)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "a");
			in.pipeInput("k", "b");
			in.pipeInput("k", "c");
			// The table loses the row once, when it outgrows the filter.
			assertThat(out(driver).readValuesToList()).containsExactly("a", null);
		}
	}

	@Test
	void case39ATableForwardsEachUpdateOfItsTopicEvenIfNothingChanged() {
		this.builder.table("in", Consumed.with(Serdes.String(), Serdes.String()))
			.toStream()
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "v");
			in.pipeInput("k", "v");
			in.pipeInput("k", "v");
			assertThat(out(driver).readValuesToList()).containsExactly("v", "v", "v");
		}
	}

	@Test
	void case29AStreamTableJoinDropsAndALeftJoinEmitsWhatHasNoMatch() {
		KTable<String, String> table = this.builder.table("table", Consumed.with(Serdes.String(), Serdes.String()));
		KStream<String, String> stream = input("in");
		Joined<String, String, String> joined = Joined.with(Serdes.String(), Serdes.String(), Serdes.String());
		stream.join(table, (left, right) -> "inner " + left + right, joined)
			.merge(stream.leftJoin(table, (left, right) -> "left " + left + right, joined))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<@Nullable String, @Nullable String> in = pipe(driver, "in");
			in.pipeInput("k", "1");
			pipe(driver, "table").pipeInput("k", "T");
			in.pipeInput("k", "2");
			in.pipeInput(null, "3");
			pipe(driver, "table").pipeInput("k", (String) null);
			in.pipeInput("k", "4");
			assertThat(out(driver).readValuesToList()).containsExactly("left 1null", "inner 2T", "left 2T",
					"left 3null", "left 4null");
		}
	}

	@Test
	void aBranchDoesntSeeWhatItsSiblingDidToHeaders() {
		KStream<String, String> stream = input("in");
		stream.process(() -> new Changing("a")).to("out", Produced.with(Serdes.String(), Serdes.String()));
		stream.process(() -> new Changing("b")).to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestRecord<@Nullable String, @Nullable String> record = new TestRecord<>("k", "v");
			pipe(driver, "in").pipeInput(record);
			assertThat(out(driver).readRecordsToList()).allSatisfy(
					(sent) -> assertThat(sent.headers().toArray()).extracting(Header::key).containsExactly("seen"));
		}
	}

	private interface Setup {

		void accept(ProcessorContext<String, String> context);

	}

	private record Punctuating(Setup setup) implements Processor<String, String, String, String> {

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.setup.accept(context);
		}

		@Override
		public void process(Record<String, String> record) {
		}

	}

	private static final class Changing implements Processor<String, String, String, String> {

		private final String name;

		private @Nullable ProcessorContext<String, String> context;

		private Changing(String name) {
			this.name = name;
		}

		@Override
		public void init(ProcessorContext<String, String> context) {
			this.context = context;
		}

		@Override
		public void process(Record<String, String> record) {
			record.headers().add("seen", this.name.getBytes(StandardCharsets.UTF_8));
			this.context.forward(record);
			record.headers().add("too late", new byte[0]);
		}

	}

}
