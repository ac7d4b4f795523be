package io.millrace.streams;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.JoinWindows;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.LateRecord;
import io.millrace.streams.kstream.LateRecordHandler;
import io.millrace.streams.kstream.StreamJoined;
import io.millrace.streams.processor.api.RecordMetadata;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Who asks to be told of late records of a join of two streams is told of those that are
 * counted, with the window that they missed. Windows in milliseconds.
 */
class LateJoinTests extends SmallCases {

	private final KStream<String, String> left = this.builder.stream("A",
			Consumed.with(Serdes.String(), Serdes.String()));

	private final KStream<String, String> right = this.builder.stream("B",
			Consumed.with(Serdes.String(), Serdes.String()));

	private final List<String> told = new ArrayList<>();

	private static JoinWindows windows(long difference, long grace) {
		return JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMillis(difference), Duration.ofMillis(grace));
	}

	private StreamJoined<String, String, String> telling() {
		return StreamJoined.with(Serdes.String(), Serdes.String(), Serdes.String())
			.onLate((late) -> tell("left", late), (late) -> tell("right", late))
			.withStoreName("s")
			.withLoggingDisabled();
	}

	private void tell(String side, LateRecord<? extends String, ? extends String> late) {
		RecordMetadata origin = late.metadata().orElseThrow();
		this.told.add(side + " " + late.record().key() + "=" + late.record().value() + "@" + late.record().timestamp()
				+ " missed " + late.window().start() + "-" + late.window().end() + " by " + late.lateness().toMillis()
				+ " from " + origin.topic() + "-" + origin.partition() + "@" + origin.offset());
	}

	private static void pipe(TopologyTestDriver driver, String topic, String key, long timestamp) {
		driver.createInputTopic(topic, new StringSerializer(), new StringSerializer()).pipeInput(key, "v", timestamp);
	}

	@Test
	void aRecordThatContradictsAResultMissedTheWindowOfItsMatch() {
		this.left.leftJoin(this.right, (one, other) -> one + other, windows(10, 0), telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", 0);
			pipe(driver, "B", "z", 50);
			assertThat(this.told).isEmpty();
			pipe(driver, "B", "k", 5);
			assertThat(this.told).containsExactly("right k=v@5 missed 0-11 by 39 from B-0@1");
			assertThat(driver.dropped("late")).isEqualTo(1);
		}
	}

	@Test
	void aRecordWhoseMatchHasExpiredMissedItsOwnWindow() {
		this.left.outerJoin(this.right, (one, other) -> one + other, windows(10, 0), telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "k", 0);
			pipe(driver, "A", "z", 25);
			pipe(driver, "B", "k", 5);
			assertThat(this.told).containsExactly("right k=v@5 missed 0-16 by 9 from B-0@0");
			assertThat(driver.dropped("late")).isEqualTo(1);
		}
	}

	@Test
	void aRecordThatItsStoreDoesNotTakeMissedItsOwnWindow() {
		this.left.join(this.right, (one, other) -> one + other, windows(10, 5), telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "z", 100);
			pipe(driver, "A", "k", 76);
			assertThat(this.told).isEmpty();
			pipe(driver, "A", "k", 75);
			assertThat(this.told).containsExactly("left k=v@75 missed 65-86 by 9 from A-0@2");
			assertThat(driver.dropped("expired-window")).isEqualTo(1);
		}
	}

	/**
	 * The store forgets it a millisecond before its window is closed.
	 */
	@Test
	void aRecordThatIsNotKeptIsNotLateByLessThanNothing() {
		this.left.join(this.right, (one, other) -> one + other, windows(10, 5).before(Duration.ZERO), telling());
		try (TopologyTestDriver driver = driver()) {
			pipe(driver, "A", "z", 100);
			pipe(driver, "A", "k", 85);
			assertThat(this.told).containsExactly("left k=v@85 missed 85-96 by 0 from A-0@1");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { StreamsConfig.NO_OPTIMIZATION, StreamsConfig.OPTIMIZE })
	void aStreamThatIsJoinedWithItselfIsToldOfOnBothSides(String optimization) {
		this.left.join(this.left, (one, other) -> one + other, windows(10, 5), telling());
		Properties settings = new Properties();
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
		try (TopologyTestDriver driver = new TopologyTestDriver(this.builder.build(settings), settings)) {
			pipe(driver, "A", "z", 100);
			pipe(driver, "A", "k", 75);
			assertThat(this.told).containsExactly("left k=v@75 missed 65-86 by 9 from A-0@1",
					"right k=v@75 missed 65-86 by 9 from A-0@1");
		}
	}

	@Test
	void bothHandlersAreNeeded() {
		LateRecordHandler<String, String> handler = (late) -> {
		};
		StreamJoined<String, String, String> joined = StreamJoined.as("s");
		assertThatNullPointerException().isThrownBy(() -> joined.onLate(null, handler))
			.withMessageContaining("thisHandler");
		assertThatNullPointerException().isThrownBy(() -> joined.onLate(handler, null))
			.withMessageContaining("otherHandler");
	}

}
