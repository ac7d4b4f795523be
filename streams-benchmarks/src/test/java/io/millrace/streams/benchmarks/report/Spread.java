package io.millrace.streams.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * The median of some values, the least and the greatest.
 *
 * @param median the median; of an even number of values, the mean of the two in the
 * middle
 * @param least the least
 * @param greatest the greatest
 */
public record Spread(double median, double least, double greatest) {

	/**
	 * Sums values up.
	 * @param values one value at least
	 */
	public static Spread of(Collection<Double> values) {
		double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
		if (sorted.length == 0) {
			throw new IllegalArgumentException("There is no median of no values");
		}
		Arrays.sort(sorted);
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
		return new Spread(median, sorted[0], sorted[sorted.length - 1]);
	}

	String format(int decimals) {
		String pattern = "%,." + decimals + "f";
		String shown = String.format(Locale.ROOT, pattern, this.median);
		if (this.least == this.greatest) {
			return shown;
		}
		return shown + " (" + String.format(Locale.ROOT, pattern, this.least) + "–"
				+ String.format(Locale.ROOT, pattern, this.greatest) + ")";
	}

}
