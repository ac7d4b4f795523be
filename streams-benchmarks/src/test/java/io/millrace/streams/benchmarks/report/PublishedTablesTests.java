package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Holds the tables in the documentation to the raw results.
 */
class PublishedTablesTests {

	@ParameterizedTest
	@MethodSource("io.millrace.streams.benchmarks.report.PublishedPages#pages")
	void thePagesShowWhatTheResultsComeTo(Path page) throws IOException {
		assertThat(page).hasContent(PublishedPages.read().filled(Files.readString(page)));
	}

	@Test
	void everyTableIsOnAPage() throws IOException {
		StringBuilder all = new StringBuilder();
		for (Path page : PublishedPages.pages()) {
			all.append(Files.readString(page));
		}
		assertThat(PublishedPages.read().tables())
			.allSatisfy((table) -> assertThat(all).containsOnlyOnce("\n<!-- results: " + table + " -->\n"));
	}

	@Test
	void aFigureChangedByHandIsPutRight() throws IOException {
		String page = Files.readString(PublishedPages.pages().get(0));
		String row = page.lines().filter((line) -> line.startsWith("| pass-through | ")).findFirst().orElseThrow();
		assertThat(PublishedPages.read().filled(page.replace(row, row.replaceFirst("[1-9]", "0")))).isEqualTo(page);
	}

	@Test
	void refusesATableThatThereIsNot() throws IOException {
		PublishedPages published = PublishedPages.read();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> published.filled("<!-- results: nonsense -->\n<!-- end of results -->\n"))
			.withMessageContaining("nonsense");
		assertThatIllegalArgumentException().isThrownBy(() -> published.filled("<!-- results: overview -->\n"))
			.withMessageContaining("ended");
	}

	@ParameterizedTest
	@ValueSource(strings = { PublishedPages.FULL, PublishedPages.LATENCY_AND_GROWTH, PublishedPages.VARIED })
	void noRunFailed(String name) throws IOException {
		assertThat(PublishedPages.results(name).failures()).isEmpty();
	}

}
