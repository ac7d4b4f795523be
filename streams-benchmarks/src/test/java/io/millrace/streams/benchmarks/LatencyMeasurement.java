package io.millrace.streams.benchmarks;

import java.util.EnumMap;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.measure.LatencyRecorder;
import io.millrace.streams.benchmarks.measure.PacedInput;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.ProcessCounters;
import io.millrace.streams.benchmarks.report.Figure;
import org.HdrHistogram.Histogram;

/**
 * Takes the time from when an input is due until its result is committed and read, at a
 * fixed rate of input. Some seconds at the start, in which the process starts, catches up
 * and gets compiled, don't count.
 */
final class LatencyMeasurement implements Measurement {

	private static final int WARM_UP_SECONDS = 20;

	/** How long the last results may take. */
	private static final long PATIENCE_MILLIS = 60_000;

	private final int perSecond;

	private final int seconds;

	LatencyMeasurement(int perSecond, int seconds) {
		this.perSecond = perSecond;
		this.seconds = seconds;
	}

	@Override
	public Map<Figure, Double> measure(Child child, ApplicationSettings application) throws Exception {
		long start = System.currentTimeMillis();
		long from = start + WARM_UP_SECONDS * 1000L;
		long to = from + this.seconds * 1000L;
		// A second more, so that a result from after the end says that all have come.
		PacedInput input = new PacedInput(application.bootstrapServers(), application.input(),
				application.scenario().keys(), this.perSecond, start, to + 2000);
		Thread sender = new Thread(input, "input");
		sender.start();
		try (LatencyRecorder recorder = new LatencyRecorder(application.bootstrapServers(), application.output(),
				application.scenario().partitions())) {
			double cpu = await(child, recorder, from, to);
			return figures(recorder.histogram(), cpu);
		}
		finally {
			input.stop();
			sender.join();
		}
	}

	private static double await(Child child, LatencyRecorder recorder, long from, long to) throws Exception {
		ProcessCounters counters = new ProcessCounters(child.pid());
		long before = -1;
		long after = -1;
		while (!recorder.poll(from, to)) {
			long now = System.currentTimeMillis();
			if (!child.alive()) {
				throw new IllegalStateException("The process ended:\n" + child.lastLines());
			}
			if (now > to + PATIENCE_MILLIS) {
				throw new IllegalStateException("Results stay out, the rate is too much for it:\n" + child.lastLines());
			}
			if (before < 0 && now >= from) {
				before = counters.cpuMicros();
			}
			if (after < 0 && now >= to) {
				after = counters.cpuMicros();
			}
		}
		return ((after >= 0) ? after : counters.cpuMicros()) - before;
	}

	private Map<Figure, Double> figures(Histogram histogram, double cpu) {
		double inputs = (double) this.perSecond * this.seconds;
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		figures.put(Figure.INPUT_PER_SECOND, (double) this.perSecond);
		figures.put(Figure.CPU_MICROS_PER_RECORD, cpu / inputs);
		figures.put(Figure.OUTPUT_PER_RECORD, histogram.getTotalCount() / inputs);
		figures.put(Figure.LATENCY_P50_MILLIS, (double) histogram.getValueAtPercentile(50));
		figures.put(Figure.LATENCY_P99_MILLIS, (double) histogram.getValueAtPercentile(99));
		figures.put(Figure.LATENCY_P999_MILLIS, (double) histogram.getValueAtPercentile(99.9));
		figures.put(Figure.LATENCY_MAX_MILLIS, (double) histogram.getMaxValue());
		return figures;
	}

}
