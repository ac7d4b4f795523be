package io.millrace.streams.benchmarks.measure;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JvmHistoryTests {

	private final JvmHistory history = JvmHistory.of(List.of("some log", new JvmSample(1000, 100, 0, 0, 0).line(),
			new JvmSample(2000, 300, 2, 10, 50).line(), "@jvm 25", new JvmSample(3000, 1300, 4, 30, 60).line()));

	@Test
	void takesCountersToRiseEvenlyBetweenSamples() {
		assertThat(this.history.difference(JvmSample::allocatedBytes, 1500, 2500)).isEqualTo(600);
		assertThat(this.history.difference(JvmSample::gcCount, 1000, 3000)).isEqualTo(4);
		assertThat(this.history.difference(JvmSample::commitNanos, 2000, 2500)).isEqualTo(5);
	}

	@Test
	void knowsNothingBeforeTheFirstSampleAndAfterTheLast() {
		assertThat(this.history.difference(JvmSample::gcMillis, 0, 9000)).isEqualTo(30);
	}

	@Test
	void hasNoFigureWithoutSamples() {
		assertThat(JvmHistory.of(List.of()).difference(JvmSample::gcCount, 0, 1)).isNaN();
	}

}
