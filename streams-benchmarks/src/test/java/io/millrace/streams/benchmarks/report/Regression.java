package io.millrace.streams.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * Whether Millrace takes more CPU than in an earlier report, measured by what others take
 * in the same report: so that two machines can be compared.
 */
public final class Regression {

	/** What medians differ by anyway. */
	private static final double TOLERATED = 1.05;

	private static final List<String> MEASURES = List.of(Candidate.HAND_WRITTEN.title(),
			Candidate.KAFKA_STREAMS.title());

	private Regression() {
	}

	/**
	 * Lists what got worse by more than 5 %, a sentence each.
	 */
	public static List<String> find(Report before, Report now) {
		List<String> found = new ArrayList<>();
		for (Part part : List.of(Part.THROUGHPUT, Part.RESTORE)) {
			for (Case of : now.cases(part)) {
				for (String measure : MEASURES) {
					before.cpuRatio(of, measure)
						.ifPresent((earlier) -> now.cpuRatio(of, measure)
							.filter((later) -> later.median() > earlier.median() * TOLERATED)
							.ifPresent((later) -> found.add(String.format(Locale.ROOT,
									"%s: CPU per record is %.2f x that of %s, and was %.2f x", of.title(),
									later.median(), measure, earlier.median()))));
				}
			}
		}
		return found;
	}

}
