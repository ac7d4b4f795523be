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
		if (this.least == this.greatest) {
			return formatMedian(decimals);
		}
		return formatMedian(decimals) + " (" + format(this.least, decimals) + "–" + format(this.greatest, decimals)
				+ ")";
	}

	String formatMedian(int decimals) {
		return format(this.median, decimals);
	}

	private static String format(double value, int decimals) {
		return String.format(Locale.ROOT, "%,." + decimals + "f", value);
	}

}
