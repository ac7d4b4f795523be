package io.millrace.streams.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessLog}.
 */
class ProcessLogTests {

	@TempDir
	private Path directory;

	private ProcessLog log;

	@BeforeEach
	void create() {
		this.log = new ProcessLog(this.directory.resolve("broker.log"));
	}

	@Test
	void findsCompleteLinesOnly() throws IOException {
		this.log.startSection();
		assertThat(this.log.find("ready=")).isNull();
		write("not ready=no\nready=local");
		assertThat(this.log.find("ready=")).isNull();
		write("host:1\n");
		assertThat(this.log.find("ready=")).isEqualTo("localhost:1");
	}

	@Test
	void earlierSectionsDoNotCount() throws IOException {
		write("ready=localhost:1\n");
		this.log.startSection();
		assertThat(this.log.find("ready=")).isNull();
		write("ready=localhost:2\n");
		assertThat(this.log.find("ready=")).isEqualTo("localhost:2");
	}

	@Test
	void tailIsTheEndOfTheSection() throws IOException {
		write("earlier\n");
		this.log.startSection();
		for (int line = 1; line <= 50; line++) {
			write("line " + line + "\n");
		}
		assertThat(this.log.tail()).contains(this.directory.toString())
			.contains("line 21\n")
			.endsWith("line 50")
			.doesNotContain("line 20\n", "earlier");
	}

	private void write(String text) throws IOException {
		Files.writeString(this.log.file(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

}
