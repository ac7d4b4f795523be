package io.millrace.streams.benchmarks.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class ReportTests {

	private static final Case PASS_THROUGH = new Case(Part.THROUGHPUT, "pass-through", true, 1, 4, 100_000, 0);

	private final List<Result> results = new ArrayList<>();

	private final Report report = new Report("2026-01-01T00:00:00Z", Map.of("CPU", "some"), Map.of("rounds", "3"),
			this.results);

	@Test
	void medianOfOddAndEvenNumbers() {
		assertThat(Spread.of(List.of(5.0, 1.0, 3.0))).isEqualTo(new Spread(3, 1, 5));
		assertThat(Spread.of(List.of(4.0, 1.0, 3.0, 9.0))).isEqualTo(new Spread(3.5, 1, 9));
		assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
	}

	@Test
	void ratiosAreTakenRoundByRound() {
		cpu("Millrace", 6, 12, 8);
		cpu("Kafka Streams", 10, 10, 20);
		// The ratio of the medians would be 0.8.
		Spread ratio = this.report.ratio(PASS_THROUGH, Figure.CPU_MICROS_PER_RECORD, "Millrace", "Kafka Streams")
			.orElseThrow();
		assertThat(ratio.median()).isCloseTo(0.6, within(1e-9));
		assertThat(ratio.least()).isCloseTo(0.4, within(1e-9));
		assertThat(ratio.greatest()).isCloseTo(1.2, within(1e-9));
	}

	@Test
	void aRoundThatOneOfThemFailedIsNoPair() {
		cpu("Millrace", 6);
		this.results.add(Result.failed(PASS_THROUGH, "Kafka Streams", 1, "it ended"));
		assertThat(this.report.ratio(PASS_THROUGH, Figure.CPU_MICROS_PER_RECORD, "Millrace", "Kafka Streams"))
			.isEmpty();
		assertThat(Markdown.of(this.report)).contains("Kafka Streams, pass-through, exactly once")
			.contains("round 1: it ended");
	}

	@Test
	void goalsAreReachedOrNotOrNotMeasured() {
		Goal below = new Goal(Part.THROUGHPUT, "pass-through", Figure.CPU_MICROS_PER_RECORD, "Kafka Streams", 0.7);
		assertThat(below.outcome(this.report)).isEqualTo(Goal.Outcome.NOT_MEASURED);
		cpu("Millrace", 7);
		cpu("Kafka Streams", 10);
		assertThat(below.outcome(this.report)).isEqualTo(Goal.Outcome.REACHED);
		this.results.clear();
		cpu("Millrace", 7.1);
		cpu("Kafka Streams", 10);
		assertThat(below.outcome(this.report)).isEqualTo(Goal.Outcome.NOT_REACHED);
	}

	@Test
	void goalsAreBoundsFromBelowWhereMoreIsBetter() {
		Goal above = new Goal(Part.THROUGHPUT, "pass-through", Figure.RECORDS_PER_SECOND, "Kafka Streams", 1.3);
		figure("Millrace", Figure.RECORDS_PER_SECOND, 131);
		figure("Kafka Streams", Figure.RECORDS_PER_SECOND, 100);
		assertThat(above.outcome(this.report)).isEqualTo(Goal.Outcome.REACHED);
		this.results.clear();
		figure("Millrace", Figure.RECORDS_PER_SECOND, 129);
		figure("Kafka Streams", Figure.RECORDS_PER_SECOND, 100);
		assertThat(above.outcome(this.report)).isEqualTo(Goal.Outcome.NOT_REACHED);
	}

	@Test
	void otherGuaranteesAndThreadsDecideNoGoal() {
		Case twoThreads = new Case(Part.THROUGHPUT, "pass-through", true, 2, 4, 100_000, 0);
		Case atLeastOnce = new Case(Part.THROUGHPUT, "pass-through", false, 1, 4, 100_000, 0);
		for (Case other : List.of(twoThreads, atLeastOnce)) {
			this.results.add(Result.of(other, "Millrace", 1, Map.of(Figure.CPU_MICROS_PER_RECORD, 1.0)));
			this.results.add(Result.of(other, "Kafka Streams", 1, Map.of(Figure.CPU_MICROS_PER_RECORD, 2.0)));
		}
		assertThat(Goal.all()).extracting((goal) -> goal.outcome(this.report)).containsOnly(Goal.Outcome.NOT_MEASURED);
	}

	@Test
	void tellsWhereMillraceIsBehind() {
		cpu("Millrace", 11);
		cpu("Kafka Streams", 10);
		cpu("hand-written", 12);
		assertThat(Markdown.of(this.report)).contains("CPU, µs/record of Millrace is 1.10 x that of Kafka Streams")
			.doesNotContain("0.92 x that of hand-written");
	}

	@Test
	void tellsWhichGoalsWereNotMeasured() {
		cpu("Millrace", 7);
		cpu("Kafka Streams", 10);
		assertThat(Markdown.of(this.report)).contains("\n- p99, ms ≤ 1.00 x that of Kafka Streams: pass-through, ")
			.contains("\n- CPU, µs/record ≤ 0.70 x that of Kafka Streams: map-filter\n");
	}

	@Test
	void overviewHasARowForAWorkloadWithItsGoals() {
		cpu("Millrace", 7.1);
		cpu("Kafka Streams", 10);
		figure("Millrace", Figure.RECORDS_PER_SECOND, 1300);
		figure("Kafka Streams", Figure.RECORDS_PER_SECOND, 1000);
		assertThat(Overview.of(this.report)).hasSize(3)
			.last()
			.isEqualTo("| pass-through | 1.30 | ≥ 1.30 | 0.71 | ≤ 0.70, **not reached** | 1,300 | 7.10 |  |");
	}

	@Test
	void otherGuaranteesAndThreadsHaveATableOfTheirOwn() {
		cpu("Millrace", 7);
		Case twoThreads = new Case(Part.THROUGHPUT, "pass-through", true, 2, 4, 100_000, 0);
		Case atLeastOnce = new Case(Part.THROUGHPUT, "count-disk", false, 1, 4, 100_000, 0);
		for (Case of : List.of(twoThreads, atLeastOnce)) {
			this.results.add(Result.of(of, "Millrace", 1,
					Map.of(Figure.CPU_MICROS_PER_RECORD, 1.0, Figure.RECORDS_PER_SECOND, 3000.0)));
			this.results.add(Result.of(of, "Kafka Streams", 1,
					Map.of(Figure.CPU_MICROS_PER_RECORD, 2.0, Figure.RECORDS_PER_SECOND, 1000.0)));
		}
		this.results.add(Result.of(twoThreads, "hand-written", 1,
				Map.of(Figure.CPU_MICROS_PER_RECORD, 0.8, Figure.RECORDS_PER_SECOND, 4000.0)));
		assertThat(new PageTables(this.report).varied())
			.endsWith("| pass-through, exactly once, 2 threads | 3.00 | 0.50 | 0.75 | 1.25 | 3,000 | 1.00 |",
					"| count-disk, at least once, 1 thread | 3.00 | 0.50 |  |  | 3,000 | 1.00 |")
			.hasSize(4);
	}

	@Test
	void startingIsToldApartFromGrowth() {
		Case start = new Case(Part.GROWTH, "pass-through", true, 1, 1000, 100_000, 0);
		Case keys = new Case(Part.GROWTH, "count-disk", true, 1, 4, 1_000, 0);
		for (Case of : List.of(start, keys)) {
			this.results.add(
					Result.of(of, "Millrace", 1, Map.of(Figure.START_SECONDS, 2.0, Figure.ALL_COMMITTED_SECONDS, 3.0)));
			this.results.add(Result.of(of, "Kafka Streams", 1,
					Map.of(Figure.START_SECONDS, 4.0, Figure.ALL_COMMITTED_SECONDS, 4.0)));
		}
		PageTables tables = new PageTables(this.report);
		assertThat(tables.start())
			.endsWith("| 1000 partitions, from start to first commit, s | 2.0 | 4.0 | 0.50 |",
					"| 1000 partitions, from start to all committed, s | 3.0 | 4.0 | 0.75 |")
			.hasSize(4);
		assertThat(tables.growth()).hasSize(3).last().asString().startsWith("| count-disk, 1,000 keys, 4 partitions |");
	}

	@Test
	void comparesWithoutCachesWhatHasNone() {
		cpu("Millrace", 20);
		cpu("Millrace, no cache", 33);
		cpu("Kafka Streams, no cache", 30);
		assertThat(Markdown.of(this.report))
			.contains("CPU, µs/record of Millrace, no cache is 1.10 x that of Kafka Streams, no cache");
	}

	@Test
	void withoutThroughputThereIsNoOverview() {
		cpu("Millrace", 20);
		assertThat(Markdown.of(this.report)).contains("## Millrace next to Kafka Streams");
		Report latency = new Report("", Map.of(), Map.of(),
				List.of(Result.of(new Case(Part.LATENCY, "pass-through", true, 1, 4, 100_000, 0), "Millrace", 1,
						Map.of(Figure.LATENCY_P99_MILLIS, 120.0))));
		assertThat(Markdown.of(latency)).doesNotContain("## Millrace next to Kafka Streams");
	}

	@Test
	void findsWhatGotWorseByMoreThanIsTolerated() {
		cpu("Millrace", 10);
		cpu("Kafka Streams", 20);
		cpu("hand-written", 10);
		List<Result> before = List.copyOf(this.results);
		Report earlier = new Report("", Map.of(), Map.of(), before);
		this.results.clear();
		cpu("Millrace", 10.6);
		cpu("Kafka Streams", 20);
		cpu("hand-written", 10.2);
		assertThat(Regression.find(earlier, this.report))
			.containsExactly("pass-through, exactly once, 1 thread, 4 partitions, 100000 keys:"
					+ " CPU per record is 0.53 x that of Kafka Streams, and was 0.50 x");
		assertThat(Regression.find(this.report, earlier)).isEmpty();
	}

	@Test
	void isTheSameAfterWritingAndReading(@TempDir Path directory) throws Exception {
		cpu("Millrace", 6, 7);
		this.results.add(Result.failed(PASS_THROUGH, "Kafka Streams", 1, "it ended"));
		Path file = directory.resolve("report.json");
		JsonFile.write(this.report, file);
		assertThat(JsonFile.read(file)).isEqualTo(this.report);
	}

	private void cpu(String candidate, double... values) {
		figure(candidate, Figure.CPU_MICROS_PER_RECORD, values);
	}

	private void figure(String candidate, Figure figure, double... values) {
		for (int i = 0; i < values.length; i++) {
			this.results.add(Result.of(PASS_THROUGH, candidate, i + 1, Map.of(figure, values[i])));
		}
	}

}
