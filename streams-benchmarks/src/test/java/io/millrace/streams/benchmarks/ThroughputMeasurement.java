package io.millrace.streams.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import io.millrace.streams.benchmarks.application.DiskWrites;
import io.millrace.streams.benchmarks.measure.CommittedOffsets;
import io.millrace.streams.benchmarks.measure.ForeignKeyProgress;
import io.millrace.streams.benchmarks.measure.InputProgress;
import io.millrace.streams.benchmarks.measure.JvmHistory;
import io.millrace.streams.benchmarks.measure.JvmSample;
import io.millrace.streams.benchmarks.measure.Observation;
import io.millrace.streams.benchmarks.measure.OutputCheck;
import io.millrace.streams.benchmarks.measure.Progress;
import io.millrace.streams.benchmarks.measure.RepartitionProgress;
import io.millrace.streams.benchmarks.measure.Sample;
import io.millrace.streams.benchmarks.measure.SteadyState;
import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.Directories;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.workload.ExpectedRows;
import io.millrace.streams.benchmarks.workload.Input;
import io.millrace.streams.benchmarks.workload.Operation;
import io.millrace.streams.benchmarks.workload.Scenario;
import io.millrace.streams.benchmarks.workload.StateKind;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * Takes the way through a whole input that was there before, as fast as it goes.
 */
final class ThroughputMeasurement implements Measurement {

	/** A key, a timestamp and a count: what an update of a store is about. */
	private static final double BYTES_OF_UPDATE = 12 + 8 + 8;

	private static final Duration PATIENCE = Duration.ofSeconds(90);

	private final Site site;

	private final Input input;

	private final long warmUp;

	ThroughputMeasurement(Site site, Input input, long warmUp) {
		this.site = site;
		this.input = input;
		this.warmUp = warmUp;
	}

	@Override
	public Map<Figure, Double> measure(Child child, ApplicationSettings application) throws Exception {
		long startedAt = System.nanoTime();
		List<Sample> samples = new Observation(child, progress(application), PATIENCE).await();
		Map<Figure, Double> figures = new EnumMap<>(Figure.class);
		times(figures, samples, startedAt);
		changelog(figures, application);
		child.stop();
		disk(figures, child, application);
		if (this.warmUp > 0) {
			SteadyState steady = SteadyState.of(samples, this.warmUp, this.input.records());
			steady(figures, steady);
			jvm(figures, steady, JvmHistory.of(child.lines()));
		}
		check(figures, application);
		return figures;
	}

	private Progress progress(ApplicationSettings application) {
		CommittedOffsets offsets = this.site.offsets(application.applicationId());
		Scenario scenario = application.scenario();
		if (scenario.workload().operation() == Operation.REPARTITION_COUNT) {
			return new RepartitionProgress(offsets, this.input.topic(), application.repartitionTopic(),
					this.input.records(), scenario.partitions(), scenario.threads());
		}
		if (scenario.workload().operation() == Operation.FOREIGN_KEY_JOIN) {
			return new ForeignKeyProgress(offsets, this.input.topic(), application.foreignKeyTopics(),
					this.input.records(), scenario.partitions(), scenario.threads());
		}
		return new InputProgress(offsets, this.input.topic(), this.input.records());
	}

	private static void times(Map<Figure, Double> figures, List<Sample> samples, long startedAt) {
		samples.stream()
			.filter((sample) -> sample.progress() > 0)
			.findFirst()
			.ifPresent((first) -> figures.put(Figure.START_SECONDS, (first.nanos() - startedAt) / 1e9));
		figures.put(Figure.ALL_COMMITTED_SECONDS, (samples.get(samples.size() - 1).nanos() - startedAt) / 1e9);
	}

	private static void steady(Map<Figure, Double> figures, SteadyState steady) {
		figures.put(Figure.RECORDS_PER_SECOND, steady.recordsPerSecond());
		figures.put(Figure.CPU_MICROS_PER_RECORD, steady.cpuMicrosPerRecord());
		figures.put(Figure.CPU_WITHOUT_COMPILER, steady.cpuMicrosPerRecord() - steady.compilerMicrosPerRecord());
	}

	private void changelog(Map<Figure, Double> figures, ApplicationSettings application) {
		if (application.scenario().workload().state() != StateKind.NONE) {
			figures.put(Figure.CHANGELOG_BYTES_PER_RECORD,
					this.site.size(application::isChangelog) / (double) this.input.records());
		}
	}

	/**
	 * Over the whole run with its end, since engines write in large pieces and late.
	 */
	private void disk(Map<Figure, Double> figures, Child child, ApplicationSettings application) throws Exception {
		if (application.scenario().workload().state() == StateKind.DISK) {
			double written = DiskWrites.read(child).orElseThrow() / (double) this.input.records();
			figures.put(Figure.WRITTEN_BYTES_PER_RECORD, written);
			figures.put(Figure.WRITE_AMPLIFICATION, written / BYTES_OF_UPDATE);
			figures.put(Figure.STATE_BYTES, (double) Directories.size(Path.of(application.stateDirectory())));
		}
	}

	static void jvm(Map<Figure, Double> figures, SteadyState steady, JvmHistory history) {
		long from = steady.first().epochMillis();
		long to = steady.last().epochMillis();
		figures.put(Figure.ALLOCATED_BYTES_PER_RECORD,
				history.difference(JvmSample::allocatedBytes, from, to) / steady.records());
		figures.put(Figure.GC_COUNT, history.difference(JvmSample::gcCount, from, to));
		figures.put(Figure.GC_MILLIS, history.difference(JvmSample::gcMillis, from, to));
		figures.put(Figure.COMMIT_MILLIS_PER_SECOND,
				history.difference(JvmSample::commitNanos, from, to) / 1e6 / steady.seconds());
	}

	/**
	 * Whether results are numbers, the last of which for each key counts.
	 */
	private static boolean counts(Workload workload) {
		return switch (workload.operation()) {
			case STREAM_TABLE_JOIN, STREAM_STREAM_JOIN -> false;
			default -> workload.state() != StateKind.NONE;
		};
	}

	private void check(Map<Figure, Double> figures, ApplicationSettings application) {
		Scenario scenario = application.scenario();
		OutputCheck output = new OutputCheck(this.site.bootstrapServers(), application.output(),
				this.input.partitions());
		if (ExpectedRows.areKnown(scenario.workload())) {
			figures.put(Figure.WRONG_ROWS, (double) wrongRows(output, application));
		}
		else {
			checkSum(output, scenario);
		}
		figures.put(Figure.OUTPUT_PER_RECORD, output.records() / (double) this.input.records());
	}

	private long wrongRows(OutputCheck output, ApplicationSettings application) {
		Scenario scenario = application.scenario();
		ExpectedRows expected = this.site.rows(scenario, this.input);
		long wrong = expected.wrong(output.rows());
		if (wrong > expected.rows().size() * application.candidate().toleratedShare(scenario.workload())) {
			throw new IllegalStateException(wrong + " rows of the result are wrong, of " + expected.rows().size());
		}
		return wrong;
	}

	private void checkSum(OutputCheck output, Scenario scenario) {
		long found = counts(scenario.workload()) ? output.sumOfLast() : output.count();
		long expected = this.input.expected(scenario.workload(), this.site.tooLate(this.input))
			.orElseGet(() -> this.site.agreed(scenario, found));
		if (found != expected) {
			throw new IllegalStateException("The results come to " + found + " in place of " + expected);
		}
	}

}
