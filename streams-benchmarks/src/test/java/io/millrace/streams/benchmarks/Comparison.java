package io.millrace.streams.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.benchmarks.report.JsonFile;
import io.millrace.streams.benchmarks.report.Machine;
import io.millrace.streams.benchmarks.report.Markdown;
import io.millrace.streams.benchmarks.report.Part;
import io.millrace.streams.benchmarks.report.Regression;
import io.millrace.streams.benchmarks.report.Report;
import io.millrace.streams.benchmarks.report.Result;

/**
 * The whole benchmark: runs the parts that the settings name, and writes the report anew
 * after each run, so that a run that is broken off has one also.
 */
final class Comparison {

	private final BenchmarkSettings settings;

	private final String startedAt;

	private final Map<String, String> machine;

	private final List<Result> results = new ArrayList<>();

	/** What fails while this process ends, fails for that. */
	private volatile boolean ending;

	Comparison(BenchmarkSettings settings) throws IOException {
		this.settings = settings;
		this.machine = Machine.describe();
		Optional<Report> earlier = earlier();
		earlier.ifPresent((report) -> this.results.addAll(report.results()));
		this.startedAt = earlier.map(Report::startedAt)
			.orElseGet(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
	}

	/**
	 * What there is to resume.
	 */
	private Optional<Report> earlier() throws IOException {
		Path file = file(".json");
		if (!this.settings.resumed() || !Files.exists(file)) {
			return Optional.empty();
		}
		Report report = JsonFile.read(file);
		if (!report.settings().equals(this.settings.describe()) || !Machine.isSame(report.machine(), this.machine)) {
			throw new IllegalArgumentException("millrace.benchmark.resume: " + file + " is of " + report.settings()
					+ " on " + report.machine() + ", and this is " + this.settings.describe() + " on " + this.machine
					+ ": resume with the same, or set another millrace.benchmark.name");
		}
		return Optional.of(report);
	}

	Report run() throws Exception {
		Files.createDirectories(this.settings.directory());
		Rounds rounds = new Rounds(this.results, this::write);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> this.ending = true));
		if (this.settings.parts().contains(Part.ENGINE) && !hasEngine()) {
			this.results.addAll(new EnginePart(this.settings).run());
			write();
		}
		if (this.settings.parts().stream().anyMatch((part) -> part != Part.ENGINE)) {
			runOnBroker(rounds);
		}
		write();
		return report();
	}

	private boolean hasEngine() {
		return this.results.stream().anyMatch((result) -> result.of().part() == Part.ENGINE);
	}

	private void runOnBroker(Rounds rounds) throws Exception {
		try (Site site = new Site()) {
			ThroughputPart throughput = new ThroughputPart(site, this.settings, rounds);
			throughput.warmBroker(this.settings.scenarios().get(0));
			if (this.settings.parts().contains(Part.THROUGHPUT)) {
				throughput.run(this.settings.scenarios());
			}
			if (this.settings.parts().contains(Part.LATENCY)) {
				new LatencyPart(site, this.settings, rounds).run(this.settings.latencyScenarios(), this::report);
			}
			if (this.settings.parts().contains(Part.RESTORE)) {
				new RestorePart(site, this.settings, rounds).run();
			}
			if (this.settings.parts().contains(Part.GROWTH)) {
				new GrowthPart(site, this.settings, rounds).run();
			}
		}
	}

	/**
	 * What got worse since the report that the settings name, or why nothing can be said.
	 */
	List<String> regressions() throws IOException {
		if (!Files.exists(this.settings.baseline())) {
			return List.of("There is no earlier report to compare with: " + this.settings.baseline());
		}
		return Regression.find(JsonFile.read(this.settings.baseline()), report());
	}

	private Report report() {
		return new Report(this.startedAt, this.machine, this.settings.describe(), this.results);
	}

	private Path file(String ending) {
		return this.settings.directory().resolve(this.settings.name() + ending);
	}

	private void write() {
		if (this.ending) {
			return;
		}
		try {
			JsonFile.write(report(), file(".json"));
			Files.writeString(file(".md"), Markdown.of(report()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
