package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the figures in the documentation to the raw results of the full run.
 */
class PublishedTablesTests {

	private static final Path RESULTS = Path.of("src/test/resources/benchmark-full.json");

	private static final Path DOCS = Path.of("../docs");

	@Test
	void thePageOfAllTablesIsMadeFromTheResults() throws IOException {
		assertThat(Files.readString(DOCS.resolve("performance-tables.md")))
			.endsWith("\n\n" + Markdown.of(JsonFile.read(RESULTS)));
	}

	@Test
	void thePageOnPerformanceShowsTheOverview() throws IOException {
		assertThat(Files.readAllLines(DOCS.resolve("performance.md")))
			.containsSequence(Overview.of(JsonFile.read(RESULTS)));
	}

	@Test
	void noRunFailed() throws IOException {
		assertThat(JsonFile.read(RESULTS).failures()).isEmpty();
	}

}
