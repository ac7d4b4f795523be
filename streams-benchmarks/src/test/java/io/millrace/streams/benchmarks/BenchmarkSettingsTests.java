package io.millrace.streams.benchmarks;

import java.util.Map;

import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.Workload;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BenchmarkSettingsTests {

	@Test
	void whatIsLeftEmptyHasADefault() {
		BenchmarkSettings settings = settings(Map.of("rounds", " "));
		assertThat(settings.parts()).containsExactly(Part.THROUGHPUT);
		assertThat(settings.rounds()).isEqualTo(3);
	}

	@Test
	void someWorkloadsAreRunWithEveryGuaranteeAndNumberOfThreads() {
		BenchmarkSettings settings = settings(Map.of("guarantees", "exactly-once,at-least-once", "threads", "1, 2",
				"workloads", "map-filter,count-disk", "keys", "7", "partitions", "2"));
		assertThat(settings.scenarios()).containsExactly(new Scenario(Workload.MAP_FILTER, true, 1, 2, 7, 0),
				new Scenario(Workload.COUNT_DISK, true, 1, 2, 7, 0),
				new Scenario(Workload.COUNT_DISK, true, 2, 2, 7, 0),
				new Scenario(Workload.COUNT_DISK, false, 1, 2, 7, 0),
				new Scenario(Workload.COUNT_DISK, false, 2, 2, 7, 0));
		assertThat(settings.latencyScenarios()).containsExactly(new Scenario(Workload.COUNT_DISK, true, 1, 2, 7, 0));
	}

	@Test
	void onlyThoseRunAWorkloadWhoCan() {
		BenchmarkSettings settings = settings(Map.of());
		assertThat(settings.candidatesFor(Workload.PASS_THROUGH)).doesNotContain(Candidate.KAFKA_STREAMS_UNCACHED)
			.contains(Candidate.HAND_WRITTEN);
		assertThat(settings.candidatesFor(Workload.TUMBLING_DISK)).doesNotContain(Candidate.HAND_WRITTEN)
			.contains(Candidate.KAFKA_STREAMS_UNCACHED);
	}

	@Test
	void refusesWhatItDoesNotKnow() {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("guarantees", "at-most-once")))
			.withMessageContaining("millrace.benchmark.guarantees");
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("workloads", "restore")))
			.withMessageContaining("millrace.benchmark.parts");
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("workloads", "nonsense")));
	}

	private static BenchmarkSettings settings(Map<String, String> given) {
		return BenchmarkSettings.of((name) -> given.getOrDefault(name, ""));
	}

}
