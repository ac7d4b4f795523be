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
		AtomicLong seen = new AtomicLong(10_000);
		Pace pace = Pace.bounded(seen::get, 500);
		assertThat(pace.timestamp(6, 10_499)).isEqualTo(10_499);
		assertThat(pace.due(10_499, 7)).isGreaterThan(7);
		assertThat(pace.timestamp(7, 10_500)).isEqualTo(10_500);
		assertThat(pace.due(10_500, 8)).isEqualTo(8);
		seen.set(10_001);
		assertThat(pace.due(10_500, 8)).isGreaterThan(8);
	}

	@Test
	void whenAllResultsAreThereItGoesOnHoweverLongTheyTook() {
		AtomicLong seen = new AtomicLong(10_000);
		Pace pace = Pace.bounded(seen::get, 500);
		pace.timestamp(0, 10_600);
		assertThat(pace.due(20_000, 1)).isEqualTo(1);
		seen.set(10_600);
		assertThat(pace.due(20_000, 1)).isGreaterThan(1);
	}

}
