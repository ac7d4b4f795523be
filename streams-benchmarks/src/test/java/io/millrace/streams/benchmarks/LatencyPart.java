package io.millrace.streams.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.report.Report;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Scenario;

/**
 * Latency of all workloads, at the same rate of input for all candidates: half of what
 * the slowest of them can do while input is sent and results are read, unless the
 * settings give a rate. That is measured before, since what sends and reads takes its
 * share of the machine.
 */
final class LatencyPart {

	private final Site site;

	private final BenchmarkSettings settings;

	private final Rounds rounds;

	/**
	 * Makes the part.
	 * @param rounds where it runs, whose results are those of the report below
	 */
	LatencyPart(Site site, BenchmarkSettings settings, Rounds rounds) {
		this.site = site;
		this.settings = settings;
		this.rounds = rounds;
	}

	/**
	 * Runs it.
	 * @param report gives the report so far
	 */
	void run(List<Scenario> scenarios, Supplier<Report> report) {
		for (Scenario scenario : scenarios) {
			List<Candidate> candidates = this.settings.latencyCandidatesFor(scenario);
			OptionalInt rate = rate(scenario, candidates, report);
			if (rate.isEmpty()) {
				System.out.println("No latency of " + scenario.id() + ": how much it can do wasn't found");
				continue;
			}
			this.rounds.run(Case.of(Part.LATENCY, scenario), candidates, this.settings.rounds(),
					(candidate, round) -> run(scenario, candidate, "latency-" + round,
							new LatencyMeasurement(rate.getAsInt(), this.settings.latencySeconds())));
		}
	}

	private OptionalInt rate(Scenario scenario, List<Candidate> candidates, Supplier<Report> report) {
		if (this.settings.latencyRate() > 0) {
			return OptionalInt.of(this.settings.latencyRate());
		}
		Case of = Case.of(Part.SATURATION, scenario);
		this.rounds.run(of, candidates, 1,
				(candidate, round) -> run(scenario, candidate, "saturation-" + round, new SaturationMeasurement()));
		return slowest(of, candidates, report.get());
	}

	private static OptionalInt slowest(Case of, List<Candidate> candidates, Report report) {
		return candidates.stream()
			.flatMap((candidate) -> report.spread(of, candidate.title(), Figure.RECORDS_PER_SECOND).stream())
			.mapToInt((spread) -> (int) (spread.median() / 2))
			.min();
	}

	private Map<Figure, Double> run(Scenario scenario, Candidate candidate, String name, Measurement measurement)
			throws Exception {
		String input = "input-" + name + "-" + scenario.id() + "-" + candidate.id();
		this.site.createTopic(input, scenario.partitions());
		try {
			return new ApplicationRun(this.site, this.settings, scenario, candidate, input, name).run(measurement);
		}
		finally {
			this.site.deleteTopics(input::equals);
		}
	}

}
