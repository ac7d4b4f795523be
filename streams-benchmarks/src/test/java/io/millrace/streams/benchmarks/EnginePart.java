package io.millrace.streams.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.engine.CountBenchmark;
import io.millrace.streams.benchmarks.engine.OperatorChainBenchmark;
import io.millrace.streams.benchmarks.engine.PartitionChoiceBenchmark;
import io.millrace.streams.benchmarks.engine.WindowBenchmark;
import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.report.Result;
import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.internal.store.OverlayBenchmark;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The engine alone, without a broker, by JMH: time and allocations of its pieces.
 */
final class EnginePart {

	private static final List<Class<?>> BENCHMARKS = List.of(OperatorChainBenchmark.class, CountBenchmark.class,
			WindowBenchmark.class, PartitionChoiceBenchmark.class, OverlayBenchmark.class);

	/** Part of the name of JMH's figure of bytes per operation. */
	private static final String ALLOCATED = "gc.alloc.rate.norm";

	private static final String CLIENTS_SHARE = "OperatorChainBenchmark.clientsShare";

	private static final String CHAIN = "OperatorChainBenchmark.record";

	private final BenchmarkSettings settings;

	EnginePart(BenchmarkSettings settings) {
		this.settings = settings;
	}

	List<Result> run() throws RunnerException {
		ChainedOptionsBuilder options = new OptionsBuilder().forks(Math.min(3, this.settings.rounds()))
			.warmupIterations(3)
			.warmupTime(TimeValue.seconds(1))
			.measurementIterations(3)
			.measurementTime(TimeValue.seconds(1))
			.jvmArgsAppend("-Xms" + this.settings.heap(), "-Xmx" + this.settings.heap())
			.addProfiler(GCProfiler.class)
			.shouldFailOnError(true);
		BENCHMARKS.forEach((benchmark) -> options.include("^" + benchmark.getName().replace(".", "\\.") + "\\."));
		return results(new Runner(options.build()).run());
	}

	private static List<Result> results(Collection<RunResult> runs) {
		double clients = runs.stream()
			.filter((run) -> name(run.getParams()).startsWith(CLIENTS_SHARE))
			.mapToDouble(EnginePart::allocated)
			.min()
			.orElse(Double.NaN);
		List<Result> results = new ArrayList<>();
		for (RunResult run : runs) {
			String name = name(run.getParams());
			Map<Figure, Double> figures = new EnumMap<>(Figure.class);
			figures.put(Figure.NANOS_PER_OPERATION, run.getPrimaryResult().getScore());
			figures.put(Figure.ALLOCATED_BYTES_PER_OPERATION, allocated(run));
			if (name.startsWith(CHAIN)) {
				figures.put(Figure.OWN_BYTES_PER_OPERATION, allocated(run) - clients);
			}
			results
				.add(Result.of(new Case(Part.ENGINE, name, false, 0, 0, 0, 0), Candidate.MILLRACE.title(), 1, figures));
		}
		return results;
	}

	private static double allocated(RunResult run) {
		for (String label : run.getSecondaryResults().keySet()) {
			if (label.endsWith(ALLOCATED)) {
				return run.getSecondaryResults().get(label).getScore();
			}
		}
		return Double.NaN;
	}

	private static String name(BenchmarkParams params) {
		String name = params.getBenchmark();
		String simple = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
		StringBuilder described = new StringBuilder(simple);
		for (String key : params.getParamsKeys()) {
			described.append(", ").append(params.getParam(key)).append(' ').append(key);
		}
		return described.toString();
	}

}
