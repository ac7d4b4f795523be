package io.millrace.streams.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SteadyStateTests {

	private final List<Sample> samples = new ArrayList<>();

	@Test
	void goesFromTheFirstCommitAfterTheWarmUpToTheLastBeforeTheEnd() {
		samples(0, 0, 50, 100, 100, 150, 200, 250, 300, 300);
		SteadyState steady = SteadyState.of(this.samples, 90, 300);
		assertThat(steady.first()).isSameAs(this.samples.get(3));
		assertThat(steady.last()).isSameAs(this.samples.get(7));
		assertThat(steady.records()).isEqualTo(150);
	}

	@Test
	void startsWithASampleThatHasJustSeenACommit() {
		samples(100, 100, 100, 200, 300, 400, 500);
		assertThat(SteadyState.of(this.samples, 100, 500).first()).isSameAs(this.samples.get(3));
	}

	@Test
	void endsWithASampleThatHasJustSeenACommit() {
		samples(0, 100, 200, 300, 300, 300, 500);
		assertThat(SteadyState.of(this.samples, 100, 500).last()).isSameAs(this.samples.get(3));
	}

	@Test
	void dividesTimeAndCpuByTheRecordsInBetween() {
		this.samples.add(new Sample(0, 0, 0, 0, 0));
		this.samples.add(new Sample(1_000_000_000L, 0, 1000, 700_000, 5_000));
		this.samples.add(new Sample(3_000_000_000L, 0, 5000, 720_000, 9_000));
		this.samples.add(new Sample(4_000_000_000L, 0, 9000, 990_000, 50_000));
		SteadyState steady = SteadyState.of(this.samples, 1000, 9000);
		assertThat(steady.seconds()).isEqualTo(2);
		assertThat(steady.recordsPerSecond()).isEqualTo(2000);
		assertThat(steady.cpuMicrosPerRecord()).isEqualTo(5);
		assertThat(steady.compilerMicrosPerRecord()).isEqualTo(1);
	}

	@Test
	void refusesARunThatIsTooShort() {
		samples(0, 100, 500);
		assertThatIllegalArgumentException().isThrownBy(() -> SteadyState.of(this.samples, 100, 500))
			.withMessageContaining("take more records");
	}

	private void samples(long... progress) {
		for (int i = 0; i < progress.length; i++) {
			this.samples.add(new Sample(i * 50_000_000L, i * 50L, progress[i], i * 40_000L, 0));
		}
	}

}
