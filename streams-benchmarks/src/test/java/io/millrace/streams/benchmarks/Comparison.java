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

	private final String startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

	private final Map<String, String> machine;

	private final List<Result> results = new ArrayList<>();

	Comparison(BenchmarkSettings settings) throws IOException {
		this.settings = settings;
		this.machine = Machine.describe();
		Path earlier = file(".json");
		if (settings.resumed() && Files.exists(earlier)) {
			this.results.addAll(JsonFile.read(earlier).results());
		}
	}

	Report run() throws Exception {
		Files.createDirectories(this.settings.directory());
		Rounds rounds = new Rounds(this.results, this::write);
		if (this.settings.parts().contains(Part.ENGINE)) {
			this.results.addAll(new EnginePart(this.settings).run());
			write();
		}
		if (this.settings.parts().stream().anyMatch((part) -> part != Part.ENGINE)) {
			runOnBroker(rounds);
		}
		write();
		return report();
	}

	private void runOnBroker(Rounds rounds) throws Exception {
		try (Site site = new Site()) {
			ThroughputPart throughput = new ThroughputPart(site, this.settings, rounds);
			throughput.warmBroker(this.settings.scenarios().get(0));
			if (this.settings.parts().contains(Part.THROUGHPUT)) {
				throughput.run(this.settings.scenarios());
			}
			if (this.settings.parts().contains(Part.LATENCY)) {
				new LatencyPart(site, this.settings, rounds).run(this.settings.latencyScenarios(), report());
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
		try {
			JsonFile.write(report(), file(".json"));
			Files.writeString(file(".md"), Markdown.of(report()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
