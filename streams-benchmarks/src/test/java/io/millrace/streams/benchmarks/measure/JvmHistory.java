package io.millrace.streams.benchmarks.measure;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The samples of a JVM under test in the order of time, and what was between them.
 */
public final class JvmHistory {

	private final List<JvmSample> samples;

	public JvmHistory(List<JvmSample> samples) {
		this.samples = List.copyOf(samples);
	}

	public static JvmHistory of(List<String> lines) {
		return new JvmHistory(JvmSample.parse(lines));
	}

	/**
	 * By how much a counter went up from one instant to another. In between two samples
	 * it is taken to rise evenly.
	 */
	public double difference(ToLongFunction<JvmSample> counter, long fromEpochMillis, long toEpochMillis) {
		return at(counter, toEpochMillis) - at(counter, fromEpochMillis);
	}

	private double at(ToLongFunction<JvmSample> counter, long epochMillis) {
		JvmSample before = null;
		for (JvmSample sample : this.samples) {
			if (sample.epochMillis() >= epochMillis) {
				return (before != null) ? between(counter, before, sample, epochMillis) : counter.applyAsLong(sample);
			}
			before = sample;
		}
		return (before != null) ? counter.applyAsLong(before) : Double.NaN;
	}

	private static double between(ToLongFunction<JvmSample> counter, JvmSample before, JvmSample after,
			long epochMillis) {
		long from = counter.applyAsLong(before);
		long to = counter.applyAsLong(after);
		double part = (epochMillis - before.epochMillis()) / (double) (after.epochMillis() - before.epochMillis());
		return from + part * (to - from);
	}

}
