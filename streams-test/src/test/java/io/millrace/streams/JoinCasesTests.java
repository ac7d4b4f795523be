package io.millrace.streams;

import java.time.Duration;
import java.time.Instant;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Produced;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.Stores;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Small inputs with the right output of joins of two streams, in the manner of
 * {@link CasesTests}. Windows in milliseconds; outputs as {@code key=value@timestamp}.
 */
class JoinCasesTests extends SmallCases {

	private final KStream<@Nullable String, String> left = this.builder.stream("A",
			Consumed.with(Serdes.String(), Serdes.String()));

	private final KStream<@Nullable String, String> right = this.builder.stream("B",
			Consumed.with(Serdes.String(), Serdes.String()));

	private static JoinWindows windows(long difference, long grace) {
		return JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(difference), Duration.ofMillis(grace));
	}

	private void leftJoin(JoinWindows windows) {
		show(this.left.leftJoin(this.right, (one, other) -> one + "," + other, windows));
	}

	private void outerJoin(JoinWindows windows) {
		show(this.left.outerJoin(this.right, (one, other) -> one + "," + other, windows, StreamJoined.as("s")));
	}

	private static void show(KStream<@Nullable String, String> results) {
		results.to("out", Produced.with(Serdes.String(), Serdes.String()));
	}

	/**
	 * Kafka Streams 4.4.0 gives (A,B) after it gave (A,null).
	 */
	@Test
	void case05ALeftJoinDoesNotContradictItself() {
		leftJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", "k", "A", 0)).isEmpty();
			assertThat(pipe(driver, "B", "z", "B", 50)).containsExactly("k=A,null@0");
			assertThat(pipe(driver, "B", "k", "B", 5)).isEmpty();
			assertThat(driver.dropped("late")).isEqualTo(1);
		}
	}

	/**
	 * Kafka Streams 4.4.0 gives (A,B) after it gave (A,null).
	 */
	@Test
	void case05AnOuterJoinDoesNotContradictItself() {
		outerJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", "k", "A", 0)).isEmpty();
			assertThat(pipe(driver, "B", "z", "B", 50)).containsExactly("k=A,null@0");
			assertThat(pipe(driver, "B", "k", "B", 5)).isEmpty();
			assertThat(driver.dropped("late")).isEqualTo(1);
			assertThat(pipe(driver, "A", "z", "A", 51)).containsExactly("z=A,B@51");
			// A record that was dropped is no match for others either.
			assertThat(pipe(driver, "A", "k", "late", 38)).containsExactly("k=late,null@38");
			assertThat(pipe(driver, "B", "k", "late", 39)).isEmpty();
			assertThat(driver.dropped()).isEqualTo(2);
		}
	}

	/**
	 * That the match has expired must not make it unknown: the record here isn't late.
	 */
	@Test
	void case05ARecordWhoseMatchIsClosedButHadAMatchBeforeIsJoined() {
		outerJoin(windows(20, 10));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "B", "k", "B", 0)).isEmpty();
			assertThat(pipe(driver, "A", "k", "A", 20)).containsExactly("k=A,B@20");
			assertThat(pipe(driver, "B", "z", "B", 55)).isEmpty();
			assertThat(pipe(driver, "B", "k", "C", 30)).containsExactly("k=A,C@30");
			assertThat(driver.dropped()).isZero();
		}
	}

	@Test
	void case05AMatchThatCameTooLateForItsStoreIsKnown() {
		outerJoin(windows(20, 10));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "B", "z", "B", 52)).isEmpty();
			assertThat(pipe(driver, "A", "k", "A", 22)).isEmpty();
			// Too late for the store of its side, not too late for a match.
			assertThat(pipe(driver, "B", "k", "B", 2)).containsExactly("k=A,B@22");
			assertThat(driver.dropped()).isEqualTo(1);
			assertThat(pipe(driver, "B", "z", "C", 56)).isEmpty();
			assertThat(pipe(driver, "B", "k", "D", 30)).containsExactly("k=A,D@30");
		}
	}

	/**
	 * Kafka Streams 4.4.0 gives (null,late) and then (C,late).
	 */
	@Test
	void case05ALateRecordWhoseMatchHasExpiredIsNoMatchForOthers() {
		outerJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", "k", "A", 0)).isEmpty();
			assertThat(pipe(driver, "A", "z", "B", 25)).containsExactly("k=A,null@0");
			assertThat(pipe(driver, "B", "k", "late", 5)).isEmpty();
			assertThat(driver.dropped("late")).isEqualTo(1);
			assertThat(pipe(driver, "A", "k", "C", 12)).containsExactly("k=C,null@12");
		}
	}

	@Test
	void case05ALateRecordThatContradictsNothingIsJoined() {
		leftJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A", 20);
			assertThat(pipe(driver, "B", "k", "B", 20)).containsExactly("k=A,B@20");
			assertThat(pipe(driver, "B", "z", "B", 35)).isEmpty();
			assertThat(pipe(driver, "B", "k", "late", 25)).containsExactly("k=A,late@25");
			assertThat(driver.dropped()).isZero();
		}
	}

	/**
	 * Kafka Streams 4.4.0 gives (A,null) at once, and then (A,B).
	 */
	@Test
	void case05ARecordThatComesAfterItsWindowWaitsForTheGracePeriod() {
		leftJoin(windows(10, 100));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "B", "z", "B", 50);
			assertThat(pipe(driver, "A", "k", "A", 5)).isEmpty();
			assertThat(pipe(driver, "B", "k", "B", 5)).containsExactly("k=A,B@5");
			assertThat(pipe(driver, "A", "j", "A", 6)).isEmpty();
			assertThat(pipe(driver, "B", "z", "B", 116)).isEmpty();
			assertThat(pipe(driver, "B", "z", "B", 117)).containsExactly("j=A,null@6");
		}
	}

	@Test
	void case28DuplicatesOfOneTimeAreAllJoinedOnce() {
		outerJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", "k", "A1", 0)).isEmpty();
			assertThat(pipe(driver, "A", "k", "A2", 0)).isEmpty();
			assertThat(pipe(driver, "B", "k", "B", 0)).containsExactly("k=A1,B@0", "k=A2,B@0");
			assertThat(pipe(driver, "B", "z", "B", 100)).isEmpty();
		}
	}

	@Test
	void case28DuplicatesOfOneTimeWithoutMatchAreAllGiven() {
		outerJoin(windows(10, 5));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A1", 0);
			pipe(driver, "B", "j", "B1", 0);
			pipe(driver, "A", "k", "A2", 0);
			assertThat(pipe(driver, "B", "z", "B", 15)).isEmpty();
			assertThat(pipe(driver, "B", "z", "B", 16)).containsExactly("j=null,B1@0", "k=A1,null@0", "k=A2,null@0");
			assertThat(pipe(driver, "B", "z", "B", 17)).isEmpty();
		}
	}

	@Test
	void case29ALeftJoinGivesRecordsWithoutKeyAtOnce() {
		leftJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", null, "A", 0)).containsExactly("null=A,null@0");
			assertThat(pipe(driver, "B", null, "B", 1)).isEmpty();
			assertThat(pipe(driver, "A", "k", null, 2)).isEmpty();
			assertThat(driver.dropped()).isEqualTo(2);
		}
	}

	@Test
	void case29AnOuterJoinGivesRecordsWithoutKeyAtOnce() {
		outerJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", null, "A", 0)).containsExactly("null=A,null@0");
			assertThat(pipe(driver, "B", null, "B", 1)).containsExactly("null=null,B@1");
			assertThat(pipe(driver, "A", null, null, 2)).isEmpty();
			assertThat(driver.dropped()).isEqualTo(1);
		}
	}

	@Test
	void case29AnInnerJoinDropsRecordsWithoutKey() {
		show(this.left.join(this.right, (one, other) -> one + "," + other, windows(10, 0)));
		try (TopologyTestDriver driver = driver()) {
			assertThat(pipe(driver, "A", null, "A", 0)).isEmpty();
			assertThat(pipe(driver, "B", null, "B", 1)).isEmpty();
			assertThat(driver.dropped()).isEqualTo(2);
		}
	}

	@Test
	void case49AnInputAtItsEndHoldsNothingUp() {
		leftJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A", 0);
			assertThat(pipe(driver, "A", "z", "A", 11)).containsExactly("k=A,null@0");
			assertThat(pipe(driver, "A", "z", "A", 12)).isEmpty();
			assertThat(pipe(driver, "A", "z", "A", 100)).containsExactly("z=A,null@11", "z=A,null@12");
		}
	}

	@Test
	void eachSideOfAnAsymmetricWindowClosesAtItsOwnTime() {
		outerJoin(windows(0, 0).before(Duration.ofMillis(100)));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A", 0);
			assertThat(pipe(driver, "B", "k", "B", 10)).containsExactly("k=A,null@0");
			assertThat(pipe(driver, "A", "z", "A", 11)).isEmpty();
			assertThat(pipe(driver, "A", "z", "A", 110)).containsExactly("z=A,null@11");
			assertThat(pipe(driver, "A", "z", "A", 111)).containsExactly("k=null,B@10", "z=A,null@110");
		}
	}

	@Test
	void aResultWithoutMatchHasNoHeadersOfAnotherRecord() {
		leftJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A", 0);
			var in = driver.createInputTopic("A", new StringSerializer(), new StringSerializer());
			var record = new io.millrace.streams.test.TestRecord<>("z", "A", Instant.ofEpochMilli(50));
			record.headers().add("name", new byte[] { 1 });
			in.pipeInput(record);
			var result = driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
				.readRecord();
			assertThat(result.key()).isEqualTo("k");
			assertThat(result.headers()).isEmpty();
		}
	}

	@Test
	void theStoreOfRecordsWithoutMatchIsLaidOutAsThatOfKafkaStreams() {
		outerJoin(windows(10, 0));
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", "A1", 258);
			pipe(driver, "A", "k", "A2", 258);
			KeyValueStore<byte[], byte[]> store = driver.getKeyValueStore("s-outer-shared-join-store");
			assertThat(store).isNotNull();
			assertThat(store.get(new byte[] { 0, 0, 0, 0, 0, 0, 1, 2, 1, 'k' })).containsExactly(1, 0, 0, 0, 2, 0, 0, 0,
					3, 1, 'A', '1', 0, 0, 0, 3, 1, 'A', '2');
		}
	}

	@Test
	void windowsThatHoldNothingAreRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMillis(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> windows(5, 0).before(Duration.ofMillis(-6)))
			.withMessageContaining("from -6 ms before to 5 ms after");
		assertThat(windows(5, 0).before(Duration.ofMillis(-5)).size()).isZero();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> windows(5, 0).windowsFor(1));
	}

	@Test
	void aSupplierThatDoesNotFitIsRefused() {
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(() -> this.left.join(this.right, (one, other) -> one, windows(5, 1),
					StreamJoined.with(
							Stores.inMemoryWindowStore("a", Duration.ofMillis(11), Duration.ofMillis(10), true),
							Stores.inMemoryWindowStore("b", Duration.ofMillis(12), Duration.ofMillis(10), true))))
			.withMessageContaining("Store b")
			.withMessageContaining("retention of 11 ms");
		assertThatExceptionOfType(TopologyException.class)
			.isThrownBy(
					() -> this.left.join(this.right, (one, other) -> one, windows(5, 1),
							StreamJoined.with(Stores.inMemoryWindowStore("c", Duration.ofMillis(11),
									Duration.ofMillis(10), false), null)))
			.withMessageContaining("duplicates not retained");
	}

}
