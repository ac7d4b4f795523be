package io.millrace.streams;

import java.time.Duration;
import java.util.List;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.kstream.SessionWindows;
import io.millrace.streams.kstream.SlidingWindows;
import io.millrace.streams.kstream.TimeWindows;
import org.apache.kafka.common.serialization.Serdes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What can't run is refused where it is declared, in words.
 */
class RefusalsTests {

	private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

	private final StreamsBuilder builder = new StreamsBuilder();

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

}
