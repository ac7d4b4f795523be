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
				new Scenario(Workload.COUNT_DISK, false, 1, 2, 7, 0));
		assertThat(settings.latencyScenarios()).containsExactly(new Scenario(Workload.COUNT_DISK, true, 1, 2, 7, 0));
	}

	@Test
	void onlyThoseRunAWorkloadWhoCan() {
		BenchmarkSettings settings = settings(Map.of());
		assertThat(settings.candidatesFor(scenario(Workload.PASS_THROUGH, 1))).containsExactly(Candidate.HAND_WRITTEN,
				Candidate.MILLRACE, Candidate.KAFKA_STREAMS, Candidate.KAFKA_STREAMS_BEST);
		assertThat(settings.candidatesFor(scenario(Workload.COUNT_DISK, 1))).containsExactly(Candidate.MILLRACE,
				Candidate.MILLRACE_UNCACHED, Candidate.KAFKA_STREAMS, Candidate.KAFKA_STREAMS_UNCACHED,
				Candidate.KAFKA_STREAMS_BEST);
		assertThat(settings.latencyCandidatesFor(scenario(Workload.COUNT_DISK, 1))).containsExactly(Candidate.MILLRACE,
				Candidate.KAFKA_STREAMS, Candidate.KAFKA_STREAMS_BEST);
		assertThat(settings.candidatesFor(scenario(Workload.TUMBLING_DISK, 1))).containsExactly(Candidate.MILLRACE,
				Candidate.KAFKA_STREAMS, Candidate.KAFKA_STREAMS_BEST);
	}

	@Test
	void variantsRunOnlyWhereTheyAreAskedFor() {
		BenchmarkSettings settings = settings(Map.of("variant.workloads", "count-disk", "threads", "1,2"));
		assertThat(settings.candidatesFor(scenario(Workload.TUMBLING_DISK, 1))).containsExactly(Candidate.MILLRACE,
				Candidate.KAFKA_STREAMS);
		assertThat(settings.candidatesFor(scenario(Workload.COUNT_DISK, 2))).containsExactly(Candidate.MILLRACE,
				Candidate.KAFKA_STREAMS);
		assertThat(settings.candidatesFor(scenario(Workload.COUNT_DISK, 1))).contains(Candidate.KAFKA_STREAMS_BEST);
		assertThat(settings.candidatesFor(scenario(Workload.RESTORE, 1))).contains(Candidate.KAFKA_STREAMS_BEST);
	}

	@Test
	void fastWorkloadsTakeMoreRecords() {
		assertThat(Workload.COUNT_DISK.records(1_000)).isEqualTo(1_000);
		assertThat(Workload.PASS_THROUGH.records(1_000)).isEqualTo(3_000);
		assertThat(Workload.HOPPING.records(1_000)).isEqualTo(250);
	}

	@Test
	void refusesWhatItDoesNotKnow() {
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("guarantees", "at-most-once")))
			.withMessageContaining("millrace.benchmark.guarantees");
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("workloads", "restore")))
			.withMessageContaining("millrace.benchmark.parts");
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("workloads", "nonsense")));
		assertThatIllegalArgumentException().isThrownBy(() -> settings(Map.of("parts", "saturation")))
			.withMessageContaining("millrace.benchmark.parts");
	}

	private static Scenario scenario(Workload workload, int threads) {
		return new Scenario(workload, true, threads, 4, 100_000, 0);
	}

	private static BenchmarkSettings settings(Map<String, String> given) {
		return BenchmarkSettings.of((name) -> given.getOrDefault(name, ""));
	}

}
