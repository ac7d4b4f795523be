package io.millrace.streams.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Result;
import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * Has candidates run one after another, round by round, so that what changes on the
 * machine meanwhile meets all of them alike. A run that fails is noted, and the others go
 * on.
 */
final class Rounds {

	/**
	 * One run of a candidate.
	 */
	interface Run {

		Map<Figure, Double> run(Candidate candidate, int round) throws Exception;

	}

	private final List<Result> results;

	private final Runnable afterEach;

	/**
	 * Makes rounds.
	 * @param results where results go
	 * @param afterEach what to do after each run
	 */
	Rounds(List<Result> results, Runnable afterEach) {
		this.results = results;
		this.afterEach = afterEach;
	}

	void run(Case of, List<Candidate> candidates, int rounds, Run run) {
		if (done(of, candidates, rounds)) {
			return;
		}
		this.results.removeIf((result) -> result.of().equals(of));
		for (int round = 1; round <= rounds; round++) {
			for (Candidate candidate : candidates) {
				this.results.add(run(of, candidate, round, run));
				this.afterEach.run();
			}
		}
	}

	/**
	 * Whether an earlier run that this one resumes has it all. What it has in part was
	 * done at another time, and doesn't compare.
	 */
	private boolean done(Case of, List<Candidate> candidates, int rounds) {
		return candidates.stream()
			.allMatch((candidate) -> this.results.stream()
				.filter((result) -> result.of().equals(of) && result.candidate().equals(candidate.title()))
				.count() >= rounds);
	}

	private static Result run(Case of, Candidate candidate, int round, Run run) {
		try {
			Map<Figure, Double> figures = run.run(candidate, round);
			System.out.println(of + ", round " + round + ", " + candidate.title() + ": " + figures.entrySet()
				.stream()
				.map((figure) -> String.format(Locale.ROOT, "%s %.2f", figure.getKey().title(), figure.getValue()))
				.collect(Collectors.joining("; ")));
			return Result.of(of, candidate.title(), round, figures);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		catch (Exception ex) {
			ex.printStackTrace();
			return Result.failed(of, candidate.title(), round, String.valueOf(ex.getMessage()));
		}
	}

}
