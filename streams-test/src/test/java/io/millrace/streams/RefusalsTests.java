package io.millrace.streams;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.Joined;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Repartitioned;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TableJoined;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.Windows;
import io.millrace.streams.kstream.internals.TimeWindow;
import io.millrace.streams.processor.api.Processor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What can't run is refused where it is declared, in words.
 */
class RefusalsTests {

	private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

	private final StreamsBuilder builder = new StreamsBuilder();

	private final Properties settings = new Properties();

	private KStream<String, String> input() {
		return this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
	}

	@Test
	void case10WindowsOfNoLength() {
		for (ThrowingCallable windows : List.<ThrowingCallable>of(() -> TimeWindows.ofSizeWithNoGrace(Duration.ZERO),
				() -> TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(-1)),
				() -> SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ZERO),
				() -> SessionWindows.ofInactivityGapWithNoGrace(Duration.ZERO))) {
			assertThatIllegalArgumentException().isThrownBy(windows).withMessageContaining("1 ms at least");
		}
	}

	@Test
	void graceThatIsNegativeOrBeyondAllTime() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TimeWindows.ofSizeAndGrace(Duration.ofMillis(1), Duration.ofMillis(-1)))
			.withMessageContaining("negative");
		assertThatIllegalArgumentException().isThrownBy(() -> TimeWindows.ofSizeAndGrace(Duration.ofMillis(1), ENDLESS))
			.withMessageContaining("too long for milliseconds");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(1), ENDLESS))
			.withMessageContaining("too long for milliseconds");
	}

	@Test
	void twoOperatorsWithOneStore() {
		input().groupByKey().count(Materialized.as("counts"));
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> input().groupByKey().reduce((one, other) -> one, Materialized.as("counts")))
			.withMessageContaining("counts")
			.withMessageContaining("KSTREAM-REDUCE");
	}

	@Test
	void windowsOfTheUsersOwnThatHoldNothing() {
		for (Windows<TimeWindow> windows : List.of(new OwnWindows(0, 0), new OwnWindows(-1, 0),
				new OwnWindows(1, -1))) {
			assertThatExceptionOfType(TopologyException.class)
				.isThrownBy(() -> input().groupByKey().windowedBy(windows))
				.withMessageContaining(OwnWindows.class.getName())
				.withMessageContaining("1 ms at least");
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> input().groupByKey()
				.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(1)))
				.closeAfterSilence(ENDLESS))
			.withMessageContaining("too long for milliseconds");
	}

	@Test
	void aGraceThatReachesBeyondAllTimeIsNone() {
		Duration grace = Duration.ofMillis(Long.MAX_VALUE);
		KGroupedStream<String, String> groups = input().groupByKey();
		groups.windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), grace)).count(Materialized.as("tumbling"));
		groups.windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), grace))
			.count(Materialized.as("sliding"));
		groups.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(10), grace))
			.count(Materialized.as("sessions"));
		input().leftJoin(input(), (one, other) -> one + other,
				JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), grace),
				StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build())) {
			TestInputTopic<String, String> in = driver.createInputTopic("in", new StringSerializer(),
					new StringSerializer());
			in.pipeInput("k", "v", 9_000_000_000_000L);
			in.pipeInput("k", "v", 3L);
			assertThat(driver.<String, Long>getTimestampedWindowStore("tumbling").fetch("k", 0).value()).isEqualTo(1);
			assertThat(driver.<String, Long>getTimestampedWindowStore("sliding").fetch("k", 0).value()).isEqualTo(1);
			assertThat(driver.<String, Long>getSessionStore("sessions").fetchSession("k", 3, 3)).isEqualTo(1);
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(Long.MAX_VALUE)))
			.withMessageContaining("too long for milliseconds");
	}

	@Test
	void aGracePeriodOfAJoinThatIsNegativeOrLongerThanTheTableRemembers() {
		KTable<String, String> table = this.builder.table("rows", Consumed.with(Serdes.String(), Serdes.String()),
				Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofMillis(10))));
		for (Duration grace : List.of(Duration.ofMillis(-1), Duration.ofMillis(11), ENDLESS)) {
			Joined<String, String, String> joined = Joined.<String, String, String>as("join").withGracePeriod(grace);
			assertThatExceptionOfType(TopologyException.class)
				.isThrownBy(() -> input().join(table, (one, other) -> one, joined))
				.withMessageContaining("grace period of " + grace);
		}
	}

	@Test
	void repartitionTopicsOfDifferentSizesThatAreReadTogether() {
		KStream<String, String> left = input().repartition(Repartitioned.<String, String>numberOfPartitions(2)
			.withName("left")
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.String()));
		KStream<String, String> right = input().repartition(Repartitioned.<String, String>numberOfPartitions(3)
			.withName("right")
			.withKeySerde(Serdes.String())
			.withValueSerde(Serdes.String()));
		left.join(right, (one, other) -> one, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(1)));
		refusal().withMessageContaining("left-repartition is given 2")
			.withMessageContaining("right-repartition is given 3")
			.withMessageContaining("Repartitioned.withNumberOfPartitions");
	}

	@Test
	void sourcesAndSinksWithoutSerdes() {
		this.builder.stream("numbers", Consumed.with(Serdes.String(), Serdes.Long()))
			.mapValues((value) -> value + 1)
			.to("out");
		refusal().withMessage("Sink KSTREAM-SINK-0000000002, which writes out, has no value serde: none is named, and"
				+ " default.value.serde isn't set; name one with Produced.with, or set default.value.serde.");
		this.builder.stream("plain").foreach((key, value) -> {
		});
		refusal().withMessageContaining("Source KSTREAM-SOURCE-0000000003, which reads plain, has no key serde")
			.withMessageContaining("Source KSTREAM-SOURCE-0000000003, which reads plain, has no value serde")
			.withMessageContaining("Consumed.with")
			.withMessageContaining("default.key.serde");
		set(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		refusal().withMessageNotContaining("key serde");
		set(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.LongSerde.class);
		new TopologyTestDriver(this.builder.build(), this.settings).close();
	}

	@Test
	void storesAndRepartitionTopicsWithoutSerdes() {
		KStream<String, String> rekeyed = input().map((key, value) -> KeyValue.pair(value, key));
		rekeyed.groupByKey(Grouped.as("groups")).count(Materialized.as("counts"));
		refusal().withMessageContaining("KSTREAM-AGGREGATE")
			.withMessageContaining("writes groups-repartition, has no key serde")
			.withMessageContaining("writes groups-repartition, has no value serde")
			.withMessageContaining("the Grouped, Joined")
			.withMessageContaining("Store counts of KSTREAM-AGGREGATE-0000000002 has no key serde")
			.withMessageContaining("Materialized.with")
			.withMessageNotContaining("counts of KSTREAM-AGGREGATE-0000000002 has no value serde")
			.withMessageNotContaining("reads groups-repartition");
	}

	@Test
	void joinsOfStreamsWithoutSerdes() {
		KStream<String, Integer> lengths = input().mapValues(String::length);
		lengths.leftJoin(input(), (one, other) -> one, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(1)));
		refusal().withMessageContaining("Store KSTREAM-JOINTHIS-0000000005-store of")
			.withMessageContaining("has no value serde")
			.withMessageContaining("StreamJoined.with");
	}

	@Test
	void joinsOfTablesByForeignKeysWithoutSerdes() {
		Consumed<String, String> consumed = Consumed.with(Serdes.String(), Serdes.String());
		KTable<String, Integer> lengths = this.builder.table("rows", consumed).mapValues(String::length);
		KTable<String, Integer> others = this.builder.table("others", consumed).mapValues(String::length);
		lengths.join(others, (length) -> "k" + length, (one, other) -> one, TableJoined.as("fk"));
		refusal().withMessageContaining(
				"Operator fk-subscription-registration-processor, which takes fingerprints of rows, has no value serde")
			.withMessageContaining("writes fk-subscription-response-topic, has no value serde")
			.withMessageNotContaining("key serde")
			.withMessageContaining("of the tables that it joins");
		assertFailsWithout(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG);
	}

	@Test
	void keysOfAForeignKeyJoinWithoutSerdes() {
		Consumed<String, String> valuesOnly = Consumed.<String, String>as(null).withValueSerde(Serdes.String());
		KTable<String, String> rows = this.builder.table("rows", valuesOnly);
		KTable<String, String> others = this.builder.table("others", Consumed.with(Serdes.String(), Serdes.String()));
		rows.join(others, (value) -> value, (one, other) -> one, TableJoined.as("fk"));
		refusal().withMessageContaining("writes fk-subscription-registration-topic, has no key serde")
			.withMessageContaining("writes fk-subscription-response-topic, has no key serde")
			.withMessageNotContaining("value serde");
	}

	@Test
	void changesOfTablesWithoutSerdes() {
		this.builder.table("rows", Consumed.with(Serdes.String(), Serdes.String()))
			.groupBy((key, value) -> KeyValue.pair(key, value.length()), Grouped.keySerde(Serdes.String()))
			.count();
		refusal().withMessageContaining("-repartition, has no value serde").withMessageContaining("Grouped.with");
	}

	@Test
	void recordsThatWaitForATableWithoutSerdes() {
		KTable<String, String> table = this.builder.table("rows", Consumed.with(Serdes.String(), Serdes.String()),
				Materialized.as(Stores.persistentVersionedKeyValueStore("rows", Duration.ofMillis(10))));
		input().mapValues(String::length)
			.join(table, (one, other) -> one,
					Joined.<String, Integer, String>as("join").withGracePeriod(Duration.ofMillis(5)));
		refusal().withMessage("Operator join, which has records wait for the table, has no value serde: none is named,"
				+ " and default.value.serde isn't set; name one with Joined.with, or set default.value.serde.");
	}

	@Test
	void windowedKeysWithoutASerdeForThem() {
		set(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		set(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		KStream<Windowed<String>, String> results = this.builder.<String, String>stream("defaults")
			.groupByKey()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(1)))
			.reduce((one, other) -> other)
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(1), BufferConfig.unbounded()))
			.toStream()
			.mapValues((value) -> value)
			.filter((key, value) -> true);
		results.foreach((key, value) -> {
		});
		new TopologyTestDriver(this.builder.build(), this.settings).close();
		results.to("windows");
		refusal()
			.withMessageContaining("writes windows, has no key serde for keys of the type " + Windowed.class.getName())
			.withMessageContaining("default.key.serde is " + Serdes.StringSerde.class.getName())
			.withMessageContaining("WindowedSerdes");
	}

	@Test
	void globalTablesAndStoresWithoutSerdes() {
		this.builder.globalTable("rows", Consumed.<String, String>as(null).withKeySerde(Serdes.String()));
		this.builder.addGlobalStore(
				Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("filled"), null, Serdes.String()), "filling",
				Consumed.with(Serdes.String(), Serdes.String()), Nothing::new);
		refusal().withMessageContaining("which reads rows, has no value serde")
			.withMessageContaining("Store rows-STATE-STORE-0000000000 of KTABLE-SOURCE-0000000002 has no value serde")
			.withMessageContaining("Store filled of KTABLE-SOURCE-0000000004 has no key serde")
			.withMessageContaining("the serdes that Stores takes for its builder");
	}

	@Test
	void nodesWithoutSerdes() {
		Topology topology = new Topology().addSource("source", new StringDeserializer(), null, "in")
			.addSink("sink", "out", null, new StringSerializer(), "source");
		refusal(topology).withMessageContaining("Source source, which reads in, has no value serde")
			.withMessageContaining("addSource")
			.withMessageContaining("Sink sink, which writes out, has no key serde")
			.withMessageContaining("addSink");
	}

	@Test
	void aDefaultThatIsNoSerde() {
		this.builder.stream("in").to("out");
		set(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, String.class);
		assertThatExceptionOfType(StreamsException.class)
			.isThrownBy(() -> new TopologyTestDriver(this.builder.build(), this.settings))
			.withMessageContaining("default.key.serde is java.lang.String, which is not a");
	}

	private void set(String name, Class<?> type) {
		this.settings.put(name, type);
	}

	private ThrowableAssertAlternative<TopologyException> refusal() {
		return refusal(this.builder.build());
	}

	private ThrowableAssertAlternative<TopologyException> refusal(Topology topology) {
		return assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> new TopologyTestDriver(topology, this.settings));
	}

	/**
	 * With the setting the program runs, so without it nothing else was missing.
	 */
	private void assertFailsWithout(String setting) {
		set(setting, Serdes.IntegerSerde.class);
		new TopologyTestDriver(this.builder.build(), this.settings).close();
	}

	private static final class OwnWindows extends Windows<TimeWindow> {

		private final long size;

		private final long grace;

		private OwnWindows(long size, long grace) {
			this.size = size;
			this.grace = grace;
		}

		@Override
		public Map<Long, TimeWindow> windowsFor(long timestamp) {
			return Map.of();
		}

		@Override
		public long size() {
			return this.size;
		}

		@Override
		public long gracePeriodMs() {
			return this.grace;
		}

	}

	private static final class Nothing implements Processor<String, String, Void, Void> {

		@Override
		public void process(Record<String, String> record) {
		}

	}

}
