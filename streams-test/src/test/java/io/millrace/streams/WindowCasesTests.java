package io.millrace.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.kstream.WindowedSerdes;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.SessionStore;
import io.millrace.streams.state.Stores;
import io.millrace.streams.state.ValueAndTimestamp;
import io.millrace.streams.state.WindowStore;
import io.millrace.streams.state.WindowStoreIterator;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Small inputs with the right output of window operators, in the manner of
 * {@link CasesTests}. Windows in milliseconds; outputs as
 * {@code key[start,end]=value@timestamp}.
 */
class WindowCasesTests extends WindowCases {

	@Test
	void case10WindowsOfNoSizeAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ZERO))
			.withMessageContaining("1 ms at least");
		assertThatIllegalArgumentException().isThrownBy(() -> TimeWindows.ofSizeWithNoGrace(Duration.ofNanos(5)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TimeWindows.ofSizeAndGrace(Duration.ofMillis(5), Duration.ofMillis(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(5)).advanceBy(Duration.ofMillis(6)))
			.withMessageContaining("would be lost");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(Long.MAX_VALUE)));
	}

	@Test
	void case12ALateRecordOfAnyKeyIsDropped() {
		show(groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10))).count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 0, 9, 10, 5, 25, 19)).containsExactly("k[0,10]=1@0", "k[0,10]=2@9",
					"k[10,20]=1@10", "k[20,30]=1@25");
			assertThat(pipe(driver, "other", 19)).isEmpty();
			assertThat(pipe(driver, "other", 20)).containsExactly("other[20,30]=1@20");
		}
	}

	@Test
	void case14OfHoppingWindowsOnlyThoseThatAreClosedMissALateRecord() {
		show(groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)).advanceBy(Duration.ofMillis(5)))
			.count());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 7, 12);
			assertThat(pipe(driver, "k", 6)).containsExactly("k[5,15]=3@12");
		}
	}

	@Test
	void case16ARecordBetweenSessionsJoinsThem() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(100)))
			.count());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 10);
			assertThat(pipe(driver, "k", 5)).containsExactly("k[0,0]=null@0", "k[10,10]=null@10", "k[0,10]=3@10");
		}
	}

	@Test
	void case22ARecordOfTheFarFutureExpiresEverythingAfterIt() {
		show(groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10))).count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 9_000_000_000_000L)).hasSize(1);
			assertThat(pipe(driver, "k", 0, 1_790_000_000_000L)).isEmpty();
		}
	}

	@Test
	void anUnlimitedWindowIsGivenAsOneWhenItsChangesWereHeldBack() {
		this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.flatMapValues((value) -> List.of(value, value))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(UnlimitedWindows.of())
			.count()
			.toStream((window, count) -> window.window().getClass().getSimpleName())
			.mapValues((count) -> count.toString())
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 3, 7)).containsExactly("UnlimitedWindow=2@3", "UnlimitedWindow=4@7");
		}
	}

	@Test
	void theLastWindowOfAllTimeIsOverBeforeItsEnd() {
		show(groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)).advanceBy(Duration.ofMillis(5)))
			.count());
		try (TopologyTestDriver driver = driver()) {
			// Kafka Streams 4.4.0 dies of the end that it computes.
			assertThat(pipe(driver, "k", Long.MAX_VALUE)).isEmpty();
		}
	}

	@Test
	void case41AWindowStoreHidesWhatHasExpired() {
		groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
				.withRetention(Duration.ofMillis(100)));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 90);
			WindowStore<String, ValueAndTimestamp<Long>> counts = driver.getTimestampedWindowStore("counts");
			assertThat(counts.fetch("k", 0)).isEqualTo(ValueAndTimestamp.make(1L, 0));
			pipe(driver, "k", 100);
			assertThat(counts.fetch("k", 0)).isNull();
			try (WindowStoreIterator<ValueAndTimestamp<Long>> windows = counts.fetch("k", 0, 1000)) {
				assertThat(windows.next().key).isEqualTo(90L);
				assertThat(windows.next().key).isEqualTo(100L);
				assertThat(windows.hasNext()).isFalse();
			}
		}
	}

	@Test
	void anAggregatorMayChangeTheAggregateOfASlidingWindowInPlace() {
		Serde<StringBuilder> texts = Serdes.serdeFrom((topic, text) -> text.toString().getBytes(StandardCharsets.UTF_8),
				(topic, bytes) -> new StringBuilder(new String(bytes, StandardCharsets.UTF_8)));
		show(groups().windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(10), Duration.ofMillis(100)))
			.aggregate(StringBuilder::new, (key, value, text) -> text.append(value),
					Materialized.with(Serdes.String(), texts)));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "a", 20);
			// The window behind the second record is made of what was there before it.
			assertThat(pipe(driver, "k", "b", 15)).containsExactlyInAnyOrder("k[10,20]=ab@20", "k[5,15]=b@15",
					"k[16,26]=a@20");
		}
	}

	@Test
	void aRecordThatIsSkippedClosesNoWindow() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KTable<Windowed<String>, String> table = groups()
			.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.reduce((one, other) -> one + other);
		show(table.mapValues((key, value) -> {
			if (key.window().start() > 1000) {
				throw new IllegalStateException("refused");
			}
			return value;
		}));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 3, 100_000, 5)).containsExactly("k[0,10]=v@3", "k[0,10]=vv@5");
		}
	}

	@Test
	void aRetentionThatIsTooShortIsRefusedWhereItIsDeclared() {
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(
					() -> groups().windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMillis(10), Duration.ofMillis(5)))
						.count(Materialized.<String, Long, WindowStore<Bytes, byte[]>>as("counts")
							.withRetention(Duration.ofMillis(14))))
			.withMessageContaining("Store counts of operator KSTREAM-AGGREGATE-")
			.withMessageContaining("retention of 14 ms")
			.withMessageContaining("15 ms");
	}

	@Test
	void aSuppliersRetentionIsCheckedAlso() {
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> groups().windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(10)))
				.count(Materialized
					.as(Stores.inMemoryWindowStore("counts", Duration.ofMillis(19), Duration.ofMillis(10), false))))
			.withMessageContaining("retention of 19 ms");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> new StreamsBuilder().<String, String>stream("in")
				.groupByKey()
				.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(10), Duration.ofMillis(5)))
				.count(Materialized.as(Stores.inMemorySessionStore("sessions", Duration.ofMillis(14)))))
			.withMessageContaining("retention of 14 ms");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> Stores.persistentWindowStore("s", Duration.ofMillis(5), Duration.ofMillis(6), false))
			.withMessageContaining("less than the 6 ms of a window");
	}

	@Test
	void windowedKeysAreWrittenAndReadBack() {
		WindowedSerdes.TimeWindowedSerde<String> serde = new WindowedSerdes.TimeWindowedSerde<>(Serdes.String(), 10);
		groups().windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMillis(10)))
			.count()
			.toStream()
			.to("out", Produced.with(serde, Serdes.Long()));
		try (TopologyTestDriver driver = driver()) {
			driver.createInputTopic("in", new StringSerializer(), new StringSerializer()).pipeInput("k", "v", 25);
			TestRecord<Windowed<String>, Long> record = driver
				.createOutputTopic("out", serde.deserializer(), new LongDeserializer())
				.readRecord();
			assertThat(record.key().key()).isEqualTo("k");
			assertThat(record.key().window().start()).isEqualTo(20);
			assertThat(record.key().window().end()).isEqualTo(30);
			assertThat(record.value()).isEqualTo(1);
		}
	}

	@Test
	void sessionsAreFoundInTheirStore() {
		groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(100)))
			.count(Materialized.<String, Long, SessionStore<Bytes, byte[]>>as("sessions"));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 3, 20);
			SessionStore<String, Long> sessions = driver.getSessionStore("sessions");
			assertThat(sessions.fetchSession("k", 0, 3)).isEqualTo(2);
			try (KeyValueIterator<Windowed<String>, Long> found = sessions.fetch("k")) {
				assertThat(found).toIterable()
					.extracting((session) -> session.key.toString() + "=" + session.value)
					.containsExactly("[k@0/3]=2", "[k@20/20]=1");
			}
		}
	}

}
