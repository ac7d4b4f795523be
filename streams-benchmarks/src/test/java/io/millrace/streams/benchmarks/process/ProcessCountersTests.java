package io.millrace.streams.benchmarks.process;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessCountersTests {

	@TempDir
	private Path directory;

	@Test
	void readsTimesBehindANameThatLooksLikeFields() throws Exception {
		Files.writeString(this.directory.resolve("stat"),
				"42 (a) b 1) S 1 2 3 4 5 6 7 8 9 10 120 34 0 0 20 0 9 0 100 1 2\n");
		assertThat(new ProcessCounters(this.directory).cpuMicros()).isEqualTo(1_540_000);
	}

	@Test
	void readsWrittenBytes() throws Exception {
		Files.writeString(this.directory.resolve("io"),
				"rchar: 1\nwchar: 2\nwrite_bytes: 4096\ncancelled_write_bytes: 3\n");
		assertThat(new ProcessCounters(this.directory).writtenBytes()).isEqualTo(4096);
	}

}
