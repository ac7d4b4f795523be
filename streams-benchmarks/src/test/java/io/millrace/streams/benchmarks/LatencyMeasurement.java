package io.millrace.streams.benchmarks;

import java.util.EnumMap;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.measure.Pace;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.MachineCounters;
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
		try (PacedFlow flow = new PacedFlow(child, application,
				(recorder) -> Pace.fixed(this.perSecond, start, to + 2000))) {
			Map<Figure, Double> figures = await(child, flow, from, to);
			figures.putAll(figures(flow.recorder().histogram()));
			return figures;
		}
	}

	private Map<Figure, Double> await(Child child, PacedFlow flow, long from, long to) throws Exception {
		ProcessCounters counters = new ProcessCounters(child.pid());
		while (System.currentTimeMillis() < from) {
			flow.poll(from, to);
		}
		long cpu = counters.cpuMicros();
		MachineCounters machine = MachineCounters.now();
		while (System.currentTimeMillis() < to) {
			flow.poll(from, to);
		}
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		figures.put(Figure.CPU_MICROS_PER_RECORD, (double) (counters.cpuMicros() - cpu) / inputs());
		figures.put(Figure.MACHINE_BUSY_PERCENT, MachineCounters.now().busyPercentSince(machine));
		while (!flow.poll(from, to)) {
			if (System.currentTimeMillis() > to + PATIENCE_MILLIS) {
				throw new IllegalStateException("Results stay out, the rate is too much for it:\n" + child.lastLines());
			}
		}
		return figures;
	}

	private double inputs() {
		return (double) this.perSecond * this.seconds;
	}

	private Map<Figure, Double> figures(Histogram histogram) {
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		figures.put(Figure.INPUT_PER_SECOND, (double) this.perSecond);
		figures.put(Figure.OUTPUT_PER_RECORD, histogram.getTotalCount() / inputs());
		figures.put(Figure.LATENCY_P50_MILLIS, (double) histogram.getValueAtPercentile(50));
		figures.put(Figure.LATENCY_P99_MILLIS, (double) histogram.getValueAtPercentile(99));
		figures.put(Figure.LATENCY_P999_MILLIS, (double) histogram.getValueAtPercentile(99.9));
		figures.put(Figure.LATENCY_MAX_MILLIS, (double) histogram.getMaxValue());
		return figures;
	}

}
