package io.millrace.streams.benchmarks;

import io.millrace.streams.benchmarks.report.Markdown;
import io.millrace.streams.benchmarks.report.Report;
import io.millrace.streams.benchmarks.report.Result;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Millrace, Kafka Streams and a hand-written loop on the same broker and input, one after
 * another, round by round. Run by profiles only; the settings are in
 * {@link BenchmarkSettings}. Fails if a candidate does, not if one is slow.
 */
class ComparisonBenchmark {

	@Test
	void compare() throws Exception {
		Comparison comparison = new Comparison(BenchmarkSettings.ofSystemProperties());
		Report report = comparison.run();
		System.out.println(Markdown.of(report));
		comparison.regressions().forEach(System.out::println);
		assertEquals(0, report.results().stream().map(Result::failure).filter((failure) -> !failure.isEmpty()).count(),
				"runs that failed");
	}

}
