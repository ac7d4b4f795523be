package io.millrace.streams.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.report.Report;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Scenario;

/**
 * Latency of all workloads, at the same rate of input for all candidates: half of what
 * the slowest of them did in the part on throughput, unless the settings give a rate.
 */
final class LatencyPart {

	private final Site site;

	private final BenchmarkSettings settings;

	private final Rounds rounds;

	LatencyPart(Site site, BenchmarkSettings settings, Rounds rounds) {
		this.site = site;
		this.settings = settings;
		this.rounds = rounds;
	}

	void run(List<Scenario> scenarios, Report soFar) {
		for (Scenario scenario : scenarios) {
			List<Candidate> candidates = this.settings.latencyCandidatesFor(scenario);
			OptionalInt rate = rate(scenario, candidates, soFar);
			if (rate.isEmpty()) {
				System.out.println("No latency of " + scenario.id() + ": no throughput, and no latency.rate is set");
				continue;
			}
			this.rounds.run(Case.of(Part.LATENCY, scenario), candidates, this.settings.rounds(),
					(candidate, round) -> run(scenario, candidate, round, rate.getAsInt()));
		}
	}

	private OptionalInt rate(Scenario scenario, List<Candidate> candidates, Report soFar) {
		if (this.settings.latencyRate() > 0) {
			return OptionalInt.of(this.settings.latencyRate());
		}
		Case measured = Case.of(Part.THROUGHPUT, scenario);
		return candidates.stream()
			.flatMap((candidate) -> soFar.spread(measured, candidate.title(), Figure.RECORDS_PER_SECOND).stream())
			.mapToInt((spread) -> (int) (spread.median() / 2))
			.min();
	}

	private Map<Figure, Double> run(Scenario scenario, Candidate candidate, int round, int rate) throws Exception {
		String input = "input-for-latency-" + scenario.id() + "-" + candidate.id() + "-" + round;
		this.site.createTopic(input, scenario.partitions());
		try {
			return new ApplicationRun(this.site, this.settings, scenario, candidate, input, "latency-" + round)
				.run(new LatencyMeasurement(rate, this.settings.latencySeconds()));
		}
		finally {
			this.site.deleteTopics(input::equals);
		}
	}

}
