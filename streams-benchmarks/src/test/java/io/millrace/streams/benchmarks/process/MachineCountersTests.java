package io.millrace.streams.benchmarks.process;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MachineCountersTests {

	@Test
	void waitingIsIdleAndGuestsCountOnce() {
		MachineCounters counters = MachineCounters.of("cpu  100 1 20 300 40 5 6 7 50 1");
		assertThat(counters).isEqualTo(new MachineCounters(139, 340));
	}

	@Test
	void theShareIsThatOfTheTimeBetween() {
		assertThat(new MachineCounters(130, 70).busyPercentSince(new MachineCounters(100, 60))).isEqualTo(75);
		assertThat(new MachineCounters(130, 70).busyPercentSince(new MachineCounters(130, 70))).isZero();
	}

	@Test
	void theMachineOfThisTestCounts() throws Exception {
		assertThat(MachineCounters.now().busy()).isPositive();
	}

}
