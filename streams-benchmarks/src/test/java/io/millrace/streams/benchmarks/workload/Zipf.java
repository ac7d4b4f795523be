package io.millrace.streams.benchmarks.workload;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Draws numbers from 0 to a bound so that the n-th comes up in proportion to 1/n.
 */
final class Zipf {

	private final double[] cumulated;

	Zipf(int bound) {
		this.cumulated = new double[bound];
		double sum = 0;
		for (int i = 0; i < bound; i++) {
			sum += 1.0 / (i + 1);
			this.cumulated[i] = sum;
		}
	}

	int next(RandomGenerator random) {
		double drawn = random.nextDouble() * this.cumulated[this.cumulated.length - 1];
		int found = Arrays.binarySearch(this.cumulated, drawn);
		return (found < 0) ? Math.min(-found - 1, this.cumulated.length - 1) : found;
	}

}
