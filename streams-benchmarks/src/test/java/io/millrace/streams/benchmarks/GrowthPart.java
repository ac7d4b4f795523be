package io.millrace.streams.benchmarks;

import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * How the cost of a record grows with the number of keys, of tasks and of operators, and
 * how long it takes to start with a thousand partitions.
 */
final class GrowthPart {

	private static final int PARTITIONS_AT_START = 1000;

	private final Site site;

	private final BenchmarkSettings settings;

	private final Rounds rounds;

	private final List<Candidate> candidates;

	GrowthPart(Site site, BenchmarkSettings settings, Rounds rounds) {
		this.site = site;
		this.settings = settings;
		this.rounds = rounds;
		this.candidates = List.of(Candidate.MILLRACE, Candidate.KAFKA_STREAMS)
			.stream()
			.filter(settings.candidates()::contains)
			.toList();
	}

	void run() {
		for (Growth growth : this.settings.growth()) {
			switch (growth) {
				case KEYS -> keys();
				case TASKS -> tasks();
				case OPERATORS -> operators();
				case START -> start();
			}
		}
	}

	private void keys() {
		for (int keys : List.of(1_000, 100_000, 1_000_000)) {
			run(new Scenario(Workload.COUNT_MEMORY, true, 1, this.settings.partitions(), keys, 0));
		}
		for (int keys : List.of(1_000, 100_000, 10_000_000)) {
			run(new Scenario(Workload.COUNT_DISK, true, 1, this.settings.partitions(), keys, 0));
		}
	}

	private void tasks() {
		for (int tasks : List.of(1, 16, 256)) {
			run(new Scenario(Workload.COUNT_MEMORY, true, 1, tasks, this.settings.keys(), 0));
		}
	}

	private void operators() {
		for (int operators : List.of(1, 10, 50)) {
			run(new Scenario(Workload.CHAIN, true, 1, this.settings.partitions(), this.settings.keys(), operators));
		}
	}

	/**
	 * As many records as count warm it up, and each key once at least.
	 */
	private void run(Scenario scenario) {
		long warmUp = Math.max(this.settings.growthRecords(), scenario.keys());
		Input input = new Input(scenario.workload().shape(), scenario.keys(), warmUp + this.settings.growthRecords(),
				scenario.partitions());
		run(scenario, input, warmUp);
	}

	/**
	 * Some records in each partition, all of which are there when the application starts.
	 */
	private void start() {
		Scenario scenario = new Scenario(Workload.PASS_THROUGH, true, 1, PARTITIONS_AT_START, this.settings.keys(), 0);
		run(scenario,
				new Input(scenario.workload().shape(), scenario.keys(), 50L * PARTITIONS_AT_START, PARTITIONS_AT_START),
				0);
	}

	private void run(Scenario scenario, Input input, long warmUp) {
		Case of = Case.of(Part.GROWTH, scenario);
		if (this.rounds.isDone(of, this.candidates, this.settings.growthRounds())) {
			return;
		}
		this.site.provide(input);
		this.rounds.run(of, this.candidates, this.settings.growthRounds(),
				(candidate, round) -> run(scenario, input, warmUp, candidate, round));
		this.site.drop(input);
	}

	private Map<Figure, Double> run(Scenario scenario, Input input, long warmUp, Candidate candidate, int round)
			throws Exception {
		return new ApplicationRun(this.site, this.settings, scenario, candidate, input.topic(), "growth-" + round)
			.run(new ThroughputMeasurement(this.site, input, warmUp));
	}

}
