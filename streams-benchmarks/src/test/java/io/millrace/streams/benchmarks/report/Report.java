package io.millrace.streams.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * All raw results of a run of the benchmark, and what has to be known about it.
 *
 * @param startedAt when it started, in UTC
 * @param machine the machine and the software
 * @param settings what was asked for
 * @param results the results, in the order of the runs
 */
public record Report(String startedAt, Map<String, String> machine, Map<String, String> settings,
		List<Result> results) {

	Set<Case> cases(Part part) {
		Set<Case> cases = new LinkedHashSet<>();
		this.results.stream().map(Result::of).filter((one) -> one.part() == part).forEach(cases::add);
		return cases;
	}

	List<String> candidates(Case of) {
		return this.results.stream()
			.filter((result) -> result.of().equals(of))
			.map(Result::candidate)
			.distinct()
			.toList();
	}

	/**
	 * The values of a figure by round.
	 */
	private Map<Integer, Double> values(Case of, String candidate, Figure figure) {
		Map<Integer, Double> values = new LinkedHashMap<>();
		for (Result result : this.results) {
			Double value = result.figures().get(figure);
			if (value != null && result.of().equals(of) && result.candidate().equals(candidate)) {
				values.put(result.round(), value);
			}
		}
		return values;
	}

	/**
	 * Sums a figure of a candidate up over the rounds.
	 */
	public Optional<Spread> spread(Case of, String candidate, Figure figure) {
		Map<Integer, Double> values = values(of, candidate, figure);
		return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values.values()));
	}

	/**
	 * Divides a candidate's figure by another's, round by round, and sums the ratios up.
	 */
	public Optional<Spread> ratio(Case of, Figure figure, String candidate, String other) {
		Map<Integer, Double> others = values(of, other, figure);
		List<Double> ratios = new ArrayList<>();
		values(of, candidate, figure).forEach((round, value) -> {
			Double divisor = others.get(round);
			if (divisor != null && divisor > 0) {
				ratios.add(value / divisor);
			}
		});
		return ratios.isEmpty() ? Optional.empty() : Optional.of(Spread.of(ratios));
	}

	/**
	 * Millrace's CPU per record, divided by another's.
	 */
	Optional<Spread> cpuRatio(Case of, String other) {
		return ratio(of, Figure.CPU_MICROS_PER_RECORD, Candidate.MILLRACE.title(), other);
	}

	List<Result> failures() {
		return this.results.stream().filter((result) -> !result.failure().isEmpty()).toList();
	}

}
