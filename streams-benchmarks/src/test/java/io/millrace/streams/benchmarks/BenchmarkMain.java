package io.millrace.streams.benchmarks;

import io.millrace.streams.benchmarks.report.Markdown;

/**
 * Runs the benchmark from the class path of the tests, without Maven.
 */
public final class BenchmarkMain {

	private BenchmarkMain() {
	}

	public static void main(String[] args) throws Exception {
		Comparison comparison = new Comparison(BenchmarkSettings.ofSystemProperties());
		System.out.println(Markdown.of(comparison.run()));
		comparison.regressions().forEach(System.out::println);
		System.exit(0);
	}

}
