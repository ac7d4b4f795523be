package io.millrace.streams.benchmarks.report;

import java.util.Optional;

/**
 * A report's figures as they stand in a table: empty where nothing was measured. Used by
 * {@link Overview} and {@link PageTables}.
 */
final class Cells {

	private final Report report;

	Cells(Report report) {
		this.report = report;
	}

	/**
	 * One candidate's figure by that of another, round by round.
	 */
	String ratio(Case of, Figure figure, String own, String rival) {
		return this.report.ratio(of, figure, own, rival).map((ratio) -> ratio.format(2)).orElse("");
	}

	/**
	 * The median with the least and the greatest.
	 */
	String spread(Case of, String candidate, Figure figure) {
		return found(of, candidate, figure).map((spread) -> spread.format(figure.decimals())).orElse("");
	}

	String median(Case of, String candidate, Figure figure) {
		return found(of, candidate, figure).map((spread) -> spread.formatMedian(figure.decimals())).orElse("");
	}

	private Optional<Spread> found(Case of, String candidate, Figure figure) {
		return this.report.spread(of, candidate, figure);
	}

}
