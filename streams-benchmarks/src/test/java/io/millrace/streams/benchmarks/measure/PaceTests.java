package io.millrace.streams.benchmarks.measure;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PaceTests {

	@Test
	void atAFixedRateARecordIsAsLateAsItIsSent() {
		Pace pace = Pace.fixed(2_000, 10_000, 20_000);
		assertThat(pace.due(10_500, 0)).isEqualTo(1_000);
		assertThat(pace.timestamp(1_000, 19_000)).isEqualTo(10_500);
	}

	@Test
	void atAFixedRateNothingIsDueAfterTheEnd() {
		assertThat(Pace.fixed(2_000, 10_000, 20_000).due(30_000, 7)).isEqualTo(20_000);
	}

	@Test
	void asFastAsItGoesWaitsForResultsThatAreTooFarBehind() {
		AtomicLong seen = new AtomicLong(9_999);
		Pace pace = Pace.bounded(seen::get, 3);
		assertThat(pace.due(10_000, 0)).isPositive();
		for (int number = 0; number < 3; number++) {
			assertThat(pace.timestamp(number, 10_000)).isEqualTo(10_000);
		}
		assertThat(pace.due(10_000, 2)).isGreaterThan(2);
		assertThat(pace.due(10_000, 3)).isEqualTo(3);
		assertThat(pace.due(99_000, 3)).isEqualTo(3);
		seen.set(10_000);
		assertThat(pace.due(99_000, 3)).isGreaterThan(3);
	}

	@Test
	void recordsOfTimestampsThatHaveAResultCountAsDone() {
		AtomicLong seen = new AtomicLong(9_999);
		Pace pace = Pace.bounded(seen::get, 3);
		for (int number = 0; number < 6; number++) {
			pace.timestamp(number, 10_000 + number / 2);
		}
		assertThat(pace.due(10_100, 6)).isEqualTo(6);
		seen.set(10_000);
		assertThat(pace.due(10_100, 6)).isEqualTo(6);
		seen.set(10_001);
		assertThat(pace.due(10_100, 6)).isGreaterThan(6);
	}

}
