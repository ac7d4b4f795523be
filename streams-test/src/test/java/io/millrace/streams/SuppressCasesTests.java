package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.Suppressed.BufferConfig;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.api.ContextualProcessor;
import io.millrace.streams.processor.api.Record;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Small inputs with the right output of suppressed tables, in the manner of
 * {@link CasesTests}. Times in milliseconds; outputs as {@code key=value@timestamp}.
 */
class SuppressCasesTests extends WindowCases {

	private KTable<String, String> table() {
		return this.builder.table("in", Consumed.with(Serdes.String(), Serdes.String()));
	}

	private static Suppressed<Windowed<?>> finals() {
		return Suppressed.untilWindowCloses(BufferConfig.unbounded());
	}

	private static void showRows(KTable<String, String> table) {
		table.toStream().to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	/**
	 * Kafka Streams 4.4.0 gives three results of one session: it closes the session in
	 * the buffer a millisecond earlier than in the aggregation.
	 */
	@Test
	void case03OneFinalResultOfASession() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
			.count()
			.suppress(finals()));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", "v", 0, 3)).isEmpty();
			assertThat(pipe(driver, "z", "v", 8)).isEmpty();
			assertThat(pipe(driver, "k", "v", 3, 2)).isEmpty();
			assertThat(pipe(driver, "z", "v", 9)).containsExactly("k[0,3]=4@3");
			assertThat(pipe(driver, "k", "v", 3)).isEmpty();
			assertThat(driver.dropped()).isEqualTo(1);
			assertThat(pipe(driver, "z", "v", 100)).containsExactly("z[8,9]=2@9");
		}
	}

	/**
	 * Kafka Streams 4.4.0 gives two results of one window.
	 */
	@Test
	void case03OneFinalResultOfASlidingWindow() {
		show(groups().windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)))
			.count()
			.suppress(finals()));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "v", 10);
			assertThat(pipe(driver, "k", "v", 10)).isEmpty();
			assertThat(pipe(driver, "z", "v", 11)).containsExactly("k[5,10]=2@10");
			assertThat(pipe(driver, "k", "v", 10)).isEmpty();
		}
	}

	@Test
	void case18AWindowIsGivenOnceItsGracePeriodIsOver() {
		show(groups().windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5)))
			.count()
			.suppress(finals()));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", "v", 0, 9)).isEmpty();
			assertThat(pipe(driver, "z", "v", 14)).isEmpty();
			assertThat(pipe(driver, "k", "v", 3)).isEmpty();
			driver.advanceWallClockTime(Duration.ofDays(1));
			assertThat(pipe(driver, "z", "v", 15)).containsExactly("k[0,10]=3@9");
		}
	}

	@Test
	void case18AllWindowsThatAJumpClosesAreGiven() {
		show(groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count()
			.filter((key, count) -> count > 0)
			.suppress(finals()));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "b", "v", 0, 9);
			pipe(driver, "a", "v", 1);
			pipe(driver, "a", "v", 15);
			assertThat(pipe(driver, "z", "v", 1_000_000)).containsExactly("a[10,20]=1@15");
		}
	}

	@Test
	void case19ATimeLimitPassesTheLastChangeOn() {
		showRows(table().suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "1", 0);
			pipe(driver, "k", null, 1);
			assertThat(pipe(driver, "k", "2", 5)).isEmpty();
			assertThat(pipe(driver, "z", "v", 11)).containsExactly("k=2@5");
		}
	}

	@Test
	void case19ATimeLimitPassesDeletesOnOfWhatWasThereOnly() {
		showRows(table().suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "1", 0);
			pipe(driver, "k", null, 1);
			assertThat(pipe(driver, "z", "v", 10)).isEmpty();
			assertThat(pipe(driver, "k", "2", 20)).containsExactly("z=v@10");
			assertThat(pipe(driver, "z", "v", 30)).containsExactly("k=2@20");
			pipe(driver, "k", "3", 31);
			pipe(driver, "k", null, 32);
			assertThat(pipe(driver, "z", "v", 41)).containsExactly("z=v@41", "k=null@32");
		}
	}

	@Test
	void case19ABufferOfOneRecordPassesTheOldestOn() {
		showRows(table().suppress(Suppressed.untilTimeLimit(Duration.ofDays(1), BufferConfig.maxRecords(1))));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "a", "1", 0)).isEmpty();
			assertThat(pipe(driver, "a", "2", 5)).isEmpty();
			assertThat(pipe(driver, "b", "1", 2)).containsExactly("a=2@5");
			assertThat(pipe(driver, "c", "1", 1)).containsExactly("c=1@1");
		}
	}

	@Test
	void case19ABufferOfFewBytesPassesTheOldestOn() {
		// 8 of the place, 16 of time and offset, 4 of the partition, 2 of the topic.
		showRows(table()
			.suppress(Suppressed.untilTimeLimit(Duration.ofDays(1), BufferConfig.maxBytes(2 * (30 + 1 + 1)))));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "a", "1", 0);
			assertThat(pipe(driver, "b", "1", 2)).isEmpty();
			assertThat(pipe(driver, "b", "12", 3)).containsExactly("a=1@0");
		}
	}

	@Test
	void case19AFullBufferIsFatalWhateverThePolicy() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		showRows(table()
			.suppress(Suppressed.untilTimeLimit(Duration.ofDays(1), BufferConfig.maxRecords(1).shutDownWhenFull())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "a", "1", 0);
			assertThatExceptionOfType(ProcessorStateException.class).isThrownBy(() -> pipe(driver, "b", "1", 1))
				.withMessageContaining("KTABLE-SUPPRESS-STATE-STORE-")
				.withMessageContaining("holds 2 records of 1 at most")
				.withMessageContaining("emitEarlyWhenFull");
		}
	}

	@Test
	void aFailedRecordLeavesNothingInTheBuffer() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KTable<String, String> table = table();
		showRows(table.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded())));
		table.toStream().foreach((key, value) -> {
			if ("bad".equals(value)) {
				throw new IllegalStateException("refused");
			}
		});
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "a", "1", 0);
			// Would change the first row, put another in and pass both on.
			pipe(driver, "a", "bad", 3);
			pipe(driver, "b", "bad", 100);
			assertThat(pipe(driver, "a", "2", 9)).isEmpty();
			assertThat(pipe(driver, "z", "v", 10)).containsExactly("a=2@9");
		}
	}

	@Test
	void whatIsPassedOnHasTheOriginAndHeadersOfItsOwnRecord() {
		table().suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()))
			.toStream()
			.process(Origins::new)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, String> in = driver.createInputTopic("in", new StringSerializer(),
					new StringSerializer());
			TestRecord<String, String> record = new TestRecord<>("a", "1", Instant.ofEpochMilli(0));
			record.headers().add("h", new byte[] { 'x' });
			record.headers().add("none", null);
			in.pipeInput(record);
			TestRecord<String, String> other = new TestRecord<>("z", "1", Instant.ofEpochMilli(10));
			other.headers().add("h", new byte[] { 'y' });
			in.pipeInput(other);
			TestRecord<String, String> result = driver
				.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
				.readRecord();
			assertThat(result.value()).isEqualTo("1 from in-0-0");
			assertThat(result.headers().toArray()).hasSize(2);
			assertThat(result.headers().lastHeader("h").value()).containsExactly('x');
			assertThat(result.headers().lastHeader("none").value()).isNull();
		}
	}

	@Test
	void aJoinSeesWhatWasPassedOn() {
		KTable<String, String> suppressed = table()
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()));
		this.builder.stream("s", Consumed.with(Serdes.String(), Serdes.String()))
			.leftJoin(suppressed, (value, found) -> value + "," + found)
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, String> s = driver.createInputTopic("s", new StringSerializer(),
					new StringSerializer());
			pipe(driver, "k", "1", 0);
			s.pipeInput("k", "before", 1);
			assertThat(pipe(driver, "z", "v", 10)).containsExactly("k=before,null@1");
			s.pipeInput("k", "after", 10);
			assertThat(pipe(driver, "k", "2", 11)).containsExactly("k=after,1@10");
			s.pipeInput("k", "still", 12);
			assertThat(pipe(driver, "z", "v", 12)).containsExactly("k=still,1@12");
		}
	}

	@Test
	void aJoinOfATableWithItselfPassesDeletesOn() {
		KTable<String, String> suppressed = table()
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()));
		showRows(suppressed.join(suppressed, (one, other) -> one + other));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "1", 0);
			assertThat(pipe(driver, "z", "v", 10)).containsExactly("k=11@0", "k=11@0");
			pipe(driver, "k", null, 11);
			assertThat(pipe(driver, "z", "v", 21)).containsExactly("z=vv@21", "z=vv@21", "k=null@11");
		}
	}

	@Test
	void aJoinOfATableWithItselfTakesAwayWhatItGave() {
		KTable<String, String> suppressed = table()
			.suppress(Suppressed.untilTimeLimit(Duration.ofMillis(10), BufferConfig.unbounded()));
		showRows(suppressed.outerJoin(suppressed, (one, other) -> one + other)
			.groupBy((key, value) -> KeyValue.pair("all", value), Grouped.with(Serdes.String(), Serdes.String()))
			.aggregate(() -> "", (key, value, all) -> all + "+" + value, (key, value, all) -> all + "-" + value,
					Materialized.with(Serdes.String(), Serdes.String())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "1", 0);
			pipe(driver, "z", "v", 10);
			outputs(driver);
			pipe(driver, "k", "2", 11);
			assertThat(pipe(driver, "y", "v", 21)).last().isEqualTo("all=+11-11+11+vv-vv+vv-11+22-22+22@11");
		}
	}

	@Test
	void aSideThatHasFallenSilentDoesNotKeepTheOtherOnesWindowsOpen() {
		this.settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		this.settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		KTable<Windowed<String>, String> one = windows("in");
		KTable<Windowed<String>, String> other = windows("other");
		show(one.leftJoin(other, (left, right) -> left + "," + right).suppress(finals()));
		try (TopologyTestDriver driver = driver()) {
			TestInputTopic<String, String> right = driver.createInputTopic("other", new StringSerializer(),
					new StringSerializer());
			assertThat(pipe(driver, "k", "a", 1)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(5));
			// Nothing has ever come from there.
			assertThat(outputs(driver)).containsExactly("k[0,10]=a,null@1");
			right.pipeInput("k", "late", 2);
			right.pipeInput("k", "b", 22);
			assertThat(pipe(driver, "k", "c", 25, 105)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(3));
			assertThat(pipe(driver, "k", "d", 206)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(3));
			// One side goes on.
			assertThat(outputs(driver)).containsExactly("k[20,30]=c,b@25", "k[100,110]=c,null@105");
			right.pipeInput("k", "late", 109);
			assertThat(driver.dropped("late")).isEqualTo(2);
			right.pipeInput("k", "e", 301);
			assertThat(pipe(driver, "k", "d", 302)).containsExactly("k[200,210]=d,null@206");
		}
	}

	private KTable<Windowed<String>, String> windows(String topic) {
		return this.builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.closeAfterSilence(Duration.ofSeconds(4))
			.reduce((before, value) -> value);
	}

	@Test
	void aTableWithoutWindowsHasNoneToWaitFor() {
		@SuppressWarnings("unchecked")
		KTable<Windowed<String>, String> table = (KTable<Windowed<String>, String>) (KTable<?, ?>) table();
		assertThatExceptionOfType(TopologyException.class).isThrownBy(() -> table.suppress(finals()))
			.withMessageContaining("KTABLE-SUPPRESS-")
			.withMessageContaining("have no windows");
	}

	private static final class Origins extends ContextualProcessor<String, String, String, String> {

		@Override
		public void process(Record<String, String> record) {
			String origin = context().recordMetadata()
				.map((from) -> from.topic() + "-" + from.partition() + "-" + from.offset())
				.orElse("nowhere");
			context().forward(record.withValue(record.value() + " from " + origin));
		}

	}

}
