package io.millrace.streams;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.EmitStrategy;
import io.millrace.streams.kstream.Grouped;
import io.millrace.streams.kstream.KGroupedStream;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.Suppressed;
import io.millrace.streams.kstream.TimeWindows;
import io.millrace.streams.kstream.UnlimitedWindows;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.api.ContextualFixedKeyProcessor;
import io.millrace.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Small inputs with the right final results of windows, what becomes of late records, and
 * windows that close by silence, in the manner of {@link CasesTests}. Outputs as
 * {@code key[start,end]=value@timestamp}.
 */
class EmitCasesTests extends WindowCases {

	private static TimeWindows tumbling(long size, long grace) {
		return TimeWindows.ofSizeAndGrace(Duration.ofMillis(size), Duration.ofMillis(grace));
	}

	/**
	 * Kafka Streams 4.4.0 loses the session: its store hides it before it is given.
	 */
	@Test
	void case01ASessionIsGivenOnceItIsClosed() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMinutes(1), Duration.ofMinutes(1)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 0, 30_000)).isEmpty();
			assertThat(pipe(driver, "z", 400_000)).containsExactly("k[0,30000]=2@30000");
			assertThat(pipe(driver, "z", 400_001)).isEmpty();
		}
	}

	@Test
	void case01ASessionIsGivenToTheMillisecond() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(3)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 0, 10)).containsExactly("k[0,0]=1@0");
			assertThat(pipe(driver, "z", 18)).isEmpty();
			assertThat(pipe(driver, "k", 15)).isEmpty();
			assertThat(pipe(driver, "z", 23)).isEmpty();
			assertThat(pipe(driver, "z", 24)).containsExactly("k[10,15]=2@15");
		}
	}

	@Test
	void case01SessionsThatJoinAreGivenAsOne() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(50)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 0, 10, 30, 5)).isEmpty();
			assertThat(pipe(driver, "z", 1000)).containsExactly("k[0,10]=3@10", "k[30,30]=1@30");
		}
	}

	@Test
	void case01ASessionOfAKeyWithoutEqualsIsGivenOnce() {
		show(names(groupsOfNames()
			.windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(50)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count()));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 0, 10, 5)).isEmpty();
			assertThat(pipe(driver, "z", 1000)).containsExactly("k[0,10]=3@10");
		}
	}

	@Test
	void aSlidingWindowOfAKeyWithoutEqualsIsGivenOnceThoughARecordFailed() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		this.settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
		KGroupedStream<Name, String> groups = groupsOfNames();
		show(names(groups.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count()));
		groups.reduce((one, other) -> other).toStream().foreach((key, value) -> {
			if ("bad".equals(value)) {
				throw new IllegalStateException("refused");
			}
		});
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", "bad", 10);
			assertThat(pipe(driver, "k", 10)).isEmpty();
			assertThat(pipe(driver, "z", 100)).containsExactly("k[5,10]=1@10");
		}
	}

	private KGroupedStream<Name, String> groupsOfNames() {
		Serde<Name> serde = Serdes.serdeFrom((topic, name) -> name.text.getBytes(StandardCharsets.UTF_8),
				(topic, bytes) -> new Name(new String(bytes, StandardCharsets.UTF_8)));
		return this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupBy((key, value) -> new Name(key), Grouped.with("names", serde, Serdes.String()));
	}

	private static KStream<Windowed<String>, Long> names(KTable<Windowed<Name>, Long> table) {
		return table.toStream((key, value) -> new Windowed<>(key.key().text, key.window()));
	}

	private static void show(KStream<Windowed<String>, Long> results) {
		results
			.map((key, value) -> KeyValue.pair(key.key() + "[" + key.window().start() + "," + key.window().end() + "]",
					String.valueOf(value)))
			.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	@Test
	void aJumpGivesAllWindowsThatItCloses() {
		show(groups().windowedBy(tumbling(10, 0)).emitStrategy(EmitStrategy.onWindowClose()).count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "b", 0, 5)).isEmpty();
			assertThat(pipe(driver, "a", 9)).isEmpty();
			assertThat(pipe(driver, "a", 10)).containsExactly("a[0,10]=1@9", "b[0,10]=2@5");
			assertThat(pipe(driver, "b", 15)).isEmpty();
			assertThat(pipe(driver, "a", 3)).isEmpty();
			assertThat(driver.dropped("late")).isEqualTo(1);
			assertThat(pipe(driver, "c", 9_000_000_000_000L)).containsExactly("a[10,20]=1@10", "b[10,20]=1@15");
			assertThat(pipe(driver, "c", 9_000_000_000_001L)).isEmpty();
		}
	}

	@Test
	void aHoppingWindowIsGivenOnceItsGracePeriodIsOver() {
		show(groups().windowedBy(tumbling(10, 5).advanceBy(Duration.ofMillis(5)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 7, 14, 6)).isEmpty();
			assertThat(pipe(driver, "z", 15)).containsExactly("k[0,10]=2@7");
			assertThat(pipe(driver, "z", 19)).isEmpty();
			assertThat(pipe(driver, "z", 20)).containsExactly("k[5,15]=3@14");
		}
	}

	@Test
	void aSlidingWindowIsGivenOnceItIsClosed() {
		show(groups().windowedBy(SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(5), Duration.ofMillis(2)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "k", 10, 12)).isEmpty();
			assertThat(pipe(driver, "k", 11)).isEmpty();
			assertThat(pipe(driver, "z", 13)).containsExactly("k[5,10]=1@10");
			assertThat(pipe(driver, "z", 100)).containsExactly("k[6,11]=2@11", "k[7,12]=3@12", "z[8,13]=1@13",
					"k[11,16]=2@12", "k[12,17]=1@12");
		}
	}

	@Test
	void aFailedRecordClosesNothing() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KGroupedStream<String, String> groups = this.builder
			.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.peek((key, value) -> {
			})
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
		show(groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.<Long>aggregate(() -> 0L, (key, value, count) -> {
				if (key.equals("bad")) {
					throw new IllegalStateException("refused");
				}
				return count + 1;
			}, (key, one, other) -> one + other,
					io.millrace.streams.kstream.Materialized.with(Serdes.String(), Serdes.Long())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 3);
			assertThat(pipe(driver, "bad", 100)).isEmpty();
			assertThat(pipe(driver, "k", 5)).isEmpty();
			assertThat(pipe(driver, "z", 50)).containsExactly("k[0,5]=3@5");
			assertThat(pipe(driver, "bad", 100)).isEmpty();
			assertThat(pipe(driver, "z", 60)).containsExactly("z[50,50]=1@50");
		}
	}

	/**
	 * One record moves time several times before it fails.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aFailedRecordClosesNothingHoweverOftenItMovesTime(boolean sessions) {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		KGroupedStream<String, String> groups = this.builder
			.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.processValues(() -> new ContextualFixedKeyProcessor<String, String, String>() {
				@Override
				public void process(FixedKeyRecord<String, String> record) {
					context().forward(record);
					if (record.key().equals("bad")) {
						context().forward(record.withTimestamp(record.timestamp() + 100));
						throw new IllegalStateException("refused");
					}
				}
			})
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
		if (sessions) {
			show(groups.windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
				.emitStrategy(EmitStrategy.onWindowClose())
				.count());
		}
		else {
			show(groups.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)))
				.emitStrategy(EmitStrategy.onWindowClose())
				.count());
		}
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 10);
			assertThat(pipe(driver, "bad", 100)).isEmpty();
			assertThat(pipe(driver, "z", 50)).containsExactly(sessions ? "k[10,10]=1@10" : "k[5,10]=1@10");
		}
	}

	@Test
	void aFinalResultThatFailsIsPassedOverByItself() {
		this.settings.put(StreamsConfig.ON_ERROR_CONFIG, "skip");
		show(groups().windowedBy(tumbling(10, 0))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count()
			.filter((key, count) -> {
				if (key.key().equals("bad")) {
					throw new IllegalStateException("refused");
				}
				return true;
			}));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "a", 0);
			pipe(driver, "bad", 1);
			pipe(driver, "c", 2);
			assertThat(pipe(driver, "d", 10)).containsExactly("a[0,10]=1@0", "c[0,10]=1@2");
			// The record that closed the window wasn't to blame.
			assertThat(pipe(driver, "d", 20)).containsExactly("d[10,20]=1@10");
		}
	}

	@Test
	void unlimitedWindowsHaveNoFinalResults() {
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> groups().windowedBy(UnlimitedWindows.of()).emitStrategy(EmitStrategy.onWindowClose()).count())
			.withMessageContaining("never close");
	}

	@Test
	void silenceClosesWindows() {
		show(groups().windowedBy(tumbling(10, 5))
			.closeAfterSilence(Duration.ofSeconds(4))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 12);
			driver.advanceWallClockTime(Duration.ofSeconds(3));
			assertThat(pipe(driver, "k", 13)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(3));
			assertThat(outputs(driver)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(1));
			assertThat(outputs(driver)).containsExactly("k[0,10]=1@0", "k[10,20]=2@13");
			driver.advanceWallClockTime(Duration.ofSeconds(100));
			assertThat(pipe(driver, "k", 14)).isEmpty();
			assertThat(driver.dropped("late")).isEqualTo(1);
			assertThat(pipe(driver, "k", 30, 45)).containsExactly("k[30,40]=1@30");
		}
	}

	@Test
	void silenceClosesNothingThatIsYetToCome() {
		show(groups().windowedBy(tumbling(10, 5))
			.closeAfterSilence(Duration.ofSeconds(4))
			.emitStrategy(EmitStrategy.onWindowClose())
			.count());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 12);
			for (int i = 0; i < 20; i++) {
				driver.advanceWallClockTime(Duration.ofSeconds(5));
				assertThat(pipe(driver, "late", 3)).as("round %d", i)
					.isEqualTo((i > 0) ? List.of() : List.of("k[10,20]=1@12"));
			}
			pipe(driver, "k", 31);
			driver.advanceWallClockTime(Duration.ofSeconds(5));
			assertThat(outputs(driver)).containsExactly("k[30,40]=1@31");
		}
	}

	@Test
	void silenceClosesSessions() {
		show(groups().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMillis(5)))
			.emitStrategy(EmitStrategy.onWindowClose())
			.closeAfterSilence(Duration.ofSeconds(4))
			.count());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 3);
			driver.advanceWallClockTime(Duration.ofSeconds(4));
			assertThat(outputs(driver)).containsExactly("k[0,3]=2@3");
			assertThat(pipe(driver, "k", 8)).isEmpty();
			assertThat(pipe(driver, "k", 9)).isEmpty();
			driver.advanceWallClockTime(Duration.ofSeconds(4));
			assertThat(outputs(driver)).containsExactly("k[8,9]=2@9");
		}
	}

	@Test
	void silenceClosesSuppressedWindows() {
		show(groups().windowedBy(tumbling(10, 5))
			.closeAfterSilence(Duration.ofSeconds(4))
			.count()
			.filter((key, count) -> count > 1)
			.suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded())));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 9);
			driver.advanceWallClockTime(Duration.ofSeconds(4));
			assertThat(outputs(driver)).containsExactly("k[0,10]=2@9");
		}
	}

	@Test
	void lateRecordsAreToldOf() {
		List<String> told = new ArrayList<>();
		groups().windowedBy(tumbling(10, 0).advanceBy(Duration.ofMillis(5)))
			.onLate((late) -> told.add(late.record().key() + "=" + late.record().value() + "@"
					+ late.record().timestamp() + " " + late.window().start() + "-" + late.window().end() + " late by "
					+ late.lateness().toMillis() + " from " + late.metadata().orElseThrow().offset()))
			.count();
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 0, 30, 17);
			assertThat(told).containsExactly("k=v@17 10-20 late by 10 from 2", "k=v@17 15-25 late by 5 from 2");
			assertThat(driver.dropped("late")).isEqualTo(2);
		}
	}

	@Test
	void lateRecordsOfSessionsAndSlidingWindowsAreToldOf() {
		List<String> told = new ArrayList<>();
		groups().windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofMillis(5), Duration.ofMillis(1)))
			.onLate((late) -> told.add("session " + late.window() + " late by " + late.lateness().toMillis()))
			.count();
		this.builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()))
			.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
			.windowedBy(SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(5)))
			.onLate((late) -> told.add("sliding " + late.window().start() + " late by " + late.lateness().toMillis()))
			.count();
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "k", 30, 10);
			assertThat(told).containsExactly("session Window{startMs=10, endMs=10} late by 13",
					"sliding 10 late by 14");
		}
	}

	/**
	 * Two of one text are not equal.
	 */
	private static final class Name {

		private final String text;

		private Name(String text) {
			this.text = text;
		}

	}

}
