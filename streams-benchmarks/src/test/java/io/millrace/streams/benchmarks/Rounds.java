package io.millrace.streams.benchmarks;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
		Set<Integer> kept = complete(of, candidates);
		this.results.removeIf((result) -> result.of().equals(of) && !kept.contains(result.round()));
		for (int round = 1; round <= rounds; round++) {
			if (kept.contains(round)) {
				continue;
			}
			for (Candidate candidate : candidates) {
				this.results.add(run(of, candidate, round, run));
				this.afterEach.run();
			}
		}
	}

	/**
	 * Whether an earlier run that this one resumes has it all.
	 */
	boolean isDone(Case of, List<Candidate> candidates, int rounds) {
		return complete(of, candidates).size() >= rounds;
	}

	/**
	 * The rounds in which all candidates came through. Those of a round that was broken
	 * off would compare with ones from another time.
	 */
	private Set<Integer> complete(Case of, List<Candidate> candidates) {
		Map<Integer, Set<String>> through = new TreeMap<>();
		this.results.stream()
			.filter((result) -> result.of().equals(of) && result.failure().isEmpty())
			.forEach((result) -> through.computeIfAbsent(result.round(), (round) -> new HashSet<>())
				.add(result.candidate()));
		List<String> all = candidates.stream().map(Candidate::title).toList();
		through.values().removeIf((titles) -> !titles.containsAll(all));
		return through.keySet();
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
