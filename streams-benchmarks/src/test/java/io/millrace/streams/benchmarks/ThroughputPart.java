package io.millrace.streams.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.Scenario;

/**
 * All workloads, as fast as they go.
 */
final class ThroughputPart {

	private final Site site;

	private final BenchmarkSettings settings;

	private final Rounds rounds;

	ThroughputPart(Site site, BenchmarkSettings settings, Rounds rounds) {
		this.site = site;
		this.settings = settings;
		this.rounds = rounds;
	}

	void run(List<Scenario> scenarios) {
		for (Scenario scenario : scenarios) {
			this.rounds.run(Case.of(Part.THROUGHPUT, scenario), this.settings.candidatesFor(scenario),
					this.settings.rounds(), (candidate, round) -> run(scenario, candidate, "round-" + round));
		}
	}

	/**
	 * The broker's JVM is cold at first, which would be at the first candidate's cost.
	 */
	void warmBroker(Scenario scenario) {
		Candidate candidate = this.settings.candidatesFor(scenario).get(0);
		new Rounds(new ArrayList<>(), () -> {
		}).run(Case.of(Part.THROUGHPUT, scenario), List.of(candidate), 1, (one, round) -> run(scenario, one, "broker"));
	}

	private Map<Figure, Double> run(Scenario scenario, Candidate candidate, String name) throws Exception {
		long warmUp = scenario.workload().records(this.settings.warmUp());
		Input input = new Input(scenario.workload().shape(), scenario.keys(),
				warmUp + scenario.workload().records(this.settings.records()), scenario.partitions());
		this.site.provide(input);
		return new ApplicationRun(this.site, this.settings, scenario, candidate, input.topic(), name)
			.run(new ThroughputMeasurement(this.site, input, warmUp));
	}

}
