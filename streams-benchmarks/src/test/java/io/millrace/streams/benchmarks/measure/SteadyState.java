package io.millrace.streams.benchmarks.measure;

import java.util.List;

/**
 * The part of a run that counts: from when the warm-up's records are through until
 * shortly before the end. Both ends are samples that have just seen a commit, so that the
 * work for the next one, which took CPU but doesn't show yet, is small.
 *
 * @param first the sample that it starts with
 * @param last the sample that it ends with
 */
public record SteadyState(Sample first, Sample last) {

	/**
	 * Finds the steady state in the samples of a run.
	 * @param samples the samples, in the order of time
	 * @param warmUp how many records are not counted
	 * @param total how many records there are
	 * @throws IllegalArgumentException if the run was too short for it
	 */
	public static SteadyState of(List<Sample> samples, long warmUp, long total) {
		Sample first = null;
		Sample last = null;
		Sample before = null;
		for (Sample sample : samples) {
			boolean committed = before != null && sample.progress() > before.progress();
			before = sample;
			if (!committed || sample.progress() < warmUp || sample.progress() >= total) {
				continue;
			}
			if (first == null) {
				first = sample;
			}
			last = sample;
		}
		if (first == null || last == first) {
			throw new IllegalArgumentException("Fewer than two commits were seen between record " + warmUp
					+ " and record " + total + ": take more records");
		}
		return new SteadyState(first, last);
	}

	public long records() {
		return this.last.progress() - this.first.progress();
	}

	public double seconds() {
		return (this.last.nanos() - this.first.nanos()) / 1e9;
	}

	public double recordsPerSecond() {
		return records() / seconds();
	}

	public double cpuMicrosPerRecord() {
		return (this.last.cpuMicros() - this.first.cpuMicros()) / (double) records();
	}

	/**
	 * How much of that just-in-time compilation took.
	 */
	public double compilerMicrosPerRecord() {
		return (this.last.compilerMicros() - this.first.compilerMicros()) / (double) records();
	}

}
