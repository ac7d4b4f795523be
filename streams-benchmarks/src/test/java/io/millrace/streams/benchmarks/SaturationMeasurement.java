package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.measure.Pace;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.report.Figure;

/**
 * Finds how many records a second go through when the input is sent and the results are
 * read meanwhile, on the same machine: as many as can be sent while the results are no
 * further behind than some commits' worth of input.
 */
final class SaturationMeasurement implements Measurement {

	private static final int WARM_UP_SECONDS = 20;

	private static final int SECONDS = 10;

	/** What a fast one does in most of a second, and a slow one in some. */
	private static final long AHEAD = 200_000;

	@Override
	public Map<Figure, Double> measure(Child child, ApplicationSettings application) throws IOException {
		long from = System.currentTimeMillis() + WARM_UP_SECONDS * 1000L;
		long to = from + SECONDS * 1000L;
		try (PacedFlow flow = new PacedFlow(child, application, (recorder) -> Pace.bounded(recorder::seen, AHEAD))) {
			while (System.currentTimeMillis() < from) {
				flow.poll(from, to);
			}
			long before = flow.sent();
			while (System.currentTimeMillis() < to) {
				flow.poll(from, to);
			}
			long sent = flow.sent() - before;
			if (sent == 0) {
				throw new IllegalStateException("No results came:\n" + child.lastLines());
			}
			return Map.of(Figure.RECORDS_PER_SECOND, (double) sent / SECONDS);
		}
	}

}
