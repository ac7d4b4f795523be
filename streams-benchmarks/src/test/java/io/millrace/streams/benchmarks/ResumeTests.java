package io.millrace.streams.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.millrace.streams.benchmarks.report.Case;
import io.millrace.streams.benchmarks.report.Figure;
import io.millrace.streams.benchmarks.report.JsonFile;
import io.millrace.streams.benchmarks.report.Machine;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.report.Report;
import io.millrace.streams.benchmarks.report.Result;
import io.millrace.streams.benchmarks.workload.Candidate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A run in pieces: the rounds that an earlier one has of all candidates are kept, others
 * are run anew, round by round.
 */
class ResumeTests {

	private static final Case DONE = new Case(Part.THROUGHPUT, "pass-through", true, 1, 4, 100_000, 0);

	private static final Case BROKEN_OFF = new Case(Part.THROUGHPUT, "map-filter", true, 1, 4, 100_000, 0);

	private static final Case ENGINE = new Case(Part.ENGINE, "CountBenchmark.record", false, 0, 0, 0, 0);

	private static final List<Candidate> CANDIDATES = List.of(Candidate.MILLRACE, Candidate.KAFKA_STREAMS);

	@TempDir
	private Path directory;

	@Test
	void whatIsDoneIsKeptAndWhatWasBrokenOffIsRunAnewRoundByRound() {
		List<Result> results = new ArrayList<>(List.of(result(DONE, Candidate.MILLRACE, 1),
				result(DONE, Candidate.KAFKA_STREAMS, 1), result(DONE, Candidate.MILLRACE, 2),
				result(DONE, Candidate.KAFKA_STREAMS, 2), result(BROKEN_OFF, Candidate.MILLRACE, 1),
				result(BROKEN_OFF, Candidate.KAFKA_STREAMS, 1), result(BROKEN_OFF, Candidate.MILLRACE, 2)));
		List<Result> earlier = List.copyOf(results);
		List<String> runs = new ArrayList<>();
		Rounds rounds = new Rounds(results, () -> {
		});
		for (Case of : List.of(DONE, BROKEN_OFF)) {
			rounds.run(of, CANDIDATES, 2, (candidate, round) -> {
				runs.add(of.workload() + " " + candidate.id() + " " + round);
				return Map.of(Figure.RECORDS_PER_SECOND, 2.0);
			});
		}
		assertThat(runs).containsExactly("map-filter millrace 2", "map-filter kafka-streams 2");
		assertThat(results).hasSize(8).startsWith(earlier.subList(0, 6).toArray(Result[]::new));
		assertThat(results.subList(6, 8)).extracting((result) -> result.of().workload() + " " + result.round())
			.containsExactly("map-filter 2", "map-filter 2");
	}

	@Test
	void aRoundInWhichOneFailedIsRunAnew() {
		List<Result> results = new ArrayList<>(List.of(result(DONE, Candidate.MILLRACE, 1),
				Result.failed(DONE, Candidate.KAFKA_STREAMS.title(), 1, "it ended"),
				result(DONE, Candidate.MILLRACE, 2), result(DONE, Candidate.KAFKA_STREAMS, 2)));
		new Rounds(results, () -> {
		}).run(DONE, CANDIDATES, 2, (candidate, round) -> Map.of(Figure.RECORDS_PER_SECOND, 2.0));
		assertThat(results).extracting(Result::round).containsExactly(2, 2, 1, 1);
		assertThat(results).extracting(Result::failure).containsOnly("");
	}

	@Test
	void theEngineIsNotMeasuredTwice() throws Exception {
		BenchmarkSettings settings = settings(Map.of("parts", "engine"));
		Report earlier = new Report("2026-01-01T00:00:00Z", Machine.describe(), settings.describe(),
				List.of(result(ENGINE, Candidate.MILLRACE, 1)));
		JsonFile.write(earlier, this.directory.resolve("short.json"));
		Report report = new Comparison(settings).run();
		assertThat(report.results()).isEqualTo(earlier.results());
		assertThat(report.startedAt()).isEqualTo(earlier.startedAt());
		assertThat(this.directory.resolve("short.json.new")).doesNotExist();
	}

	@Test
	void whatWasMeasuredOtherwiseIsNotResumed() throws Exception {
		Report earlier = new Report("2026-01-01T00:00:00Z", Machine.describe(),
				settings(Map.of("records", "7")).describe(), List.of(result(DONE, Candidate.MILLRACE, 1)));
		Path file = this.directory.resolve("short.json");
		JsonFile.write(earlier, file);
		String before = Files.readString(file);
		assertThatIllegalArgumentException().isThrownBy(() -> new Comparison(settings(Map.of())))
			.withMessageContaining("millrace.benchmark.resume")
			.withMessageContaining("records of a usual workload that count=7,");
		assertThat(file).hasContent(before);
	}

	private BenchmarkSettings settings(Map<String, String> given) {
		Map<String, String> all = Map.of("resume", "true", "directory", this.directory.toString());
		return BenchmarkSettings.of((name) -> given.getOrDefault(name, all.getOrDefault(name, "")));
	}

	private static Result result(Case of, Candidate candidate, int round) {
		return Result.of(of, candidate.title(), round, Map.of(Figure.RECORDS_PER_SECOND, 1.0));
	}

}
