package io.millrace.streams.benchmarks.report;

import java.util.Map;

/**
 * What came of one run of one candidate.
 *
 * @param of what it did
 * @param candidate the candidate's title
 * @param round the round; runs of a round followed one another
 * @param figures what was measured; nothing if it failed
 * @param failure why there are no figures, or empty
 */
public record Result(Case of, String candidate, int round, Map<Figure, Double> figures, String failure) {

	public static Result of(Case of, String candidate, int round, Map<Figure, Double> figures) {
		return new Result(of, candidate, round, figures, "");
	}

	public static Result failed(Case of, String candidate, int round, String failure) {
		return new Result(of, candidate, round, Map.of(), failure);
	}

}
