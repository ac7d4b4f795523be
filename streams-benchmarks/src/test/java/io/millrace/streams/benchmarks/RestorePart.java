package io.millrace.streams.benchmarks;

import java.util.EnumMap;
import java.util.Map;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Changelog;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * Restoring a store on an empty disk from its changelog, which is written here: each
 * candidate has its own, with the same content, and reads it in every round.
 */
final class RestorePart {

	private static final String INPUT = "input-of-nothing";

	private final Site site;

	private final BenchmarkSettings settings;

	private final Rounds rounds;

	RestorePart(Site site, BenchmarkSettings settings, Rounds rounds) {
		this.site = site;
		this.settings = settings;
		this.rounds = rounds;
	}

	void run() {
		Scenario scenario = new Scenario(Workload.RESTORE, true, 1, this.settings.partitions(),
				this.settings.restoreRecords(), 0);
		Case of = Case.of(Part.RESTORE, scenario);
		if (this.rounds.isDone(of, this.settings.candidatesFor(scenario), this.settings.rounds())) {
			return;
		}
		this.site.createTopic(INPUT, scenario.partitions());
		Map<Candidate, ApplicationRun> runs = new EnumMap<>(Candidate.class);
		for (Candidate candidate : this.settings.candidatesFor(scenario)) {
			ApplicationRun run = new ApplicationRun(this.site, this.settings, scenario, candidate, INPUT, "again");
			this.site.createTopic(run.application().changelog(), scenario.partitions(), "compact");
			new Changelog(run.application().changelog(), scenario.keys()).fill(this.site.bootstrapServers());
			runs.put(candidate, run);
		}
		this.rounds.run(of, this.settings.candidatesFor(scenario), this.settings.rounds(),
				(candidate, round) -> runs.get(candidate).runAgain(new RestoreMeasurement(scenario.keys())));
		runs.values().forEach(ApplicationRun::deleteTopics);
		this.site.deleteTopics(INPUT::equals);
	}

}
