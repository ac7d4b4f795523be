package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.application.DiskWrites;
import io.millrace.streams.benchmarks.application.RestoreClock;
import io.millrace.streams.benchmarks.measure.Observation;
import io.millrace.streams.benchmarks.measure.Progress;
import io.millrace.streams.benchmarks.measure.Sample;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.Directories;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * Takes the time in which a process with an empty disk reads a changelog to its end.
 */
final class RestoreMeasurement implements Measurement {

	private static final Duration PATIENCE = Duration.ofMinutes(15);

	private final long records;

	RestoreMeasurement(long records) {
		this.records = records;
	}

	@Override
	public Map<Figure, Double> measure(Child child, ApplicationSettings application) throws Exception {
		List<Sample> samples = new Observation(child, new Restored(child, this.records), PATIENCE).await();
		long[] restored = RestoreClock.read(child).orElseThrow();
		if (restored[0] != this.records) {
			throw new IllegalStateException(restored[0] + " records were restored in place of " + this.records);
		}
		long end = restored[2];
		double cpu = at(samples, end, Sample::cpuMicros) - at(samples, end - restored[1], Sample::cpuMicros);
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		figures.put(Figure.RECORDS_PER_SECOND, restored[0] * 1000.0 / Math.max(1, restored[1]));
		figures.put(Figure.CPU_MICROS_PER_RECORD, cpu / restored[0]);
		child.stop();
		if (application.candidate() != Candidate.HAND_WRITTEN) {
			figures.put(Figure.WRITTEN_BYTES_PER_RECORD, DiskWrites.read(child).orElseThrow() / (double) restored[0]);
			figures.put(Figure.STATE_BYTES, (double) Directories.size(Path.of(application.stateDirectory())));
		}
		return figures;
	}

	private static double at(List<Sample> samples, long epochMillis, ToLongFunction<Sample> counter) {
		for (Sample sample : samples) {
			if (sample.epochMillis() >= epochMillis) {
				return counter.applyAsLong(sample);
			}
		}
		return counter.applyAsLong(samples.get(samples.size() - 1));
	}

	/**
	 * Nothing is to be seen until all is restored.
	 */
	private static final class Restored implements Progress {

		private final Child child;

		private final long total;

		private long records;

		private Restored(Child child, long total) {
			this.child = child;
			this.total = total;
		}

		@Override
		public long records() {
			try {
				this.records = RestoreClock.read(this.child).map((restored) -> restored[0]).orElse(0L);
				return this.records;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public boolean complete() {
			return this.records >= this.total;
		}

	}

}
