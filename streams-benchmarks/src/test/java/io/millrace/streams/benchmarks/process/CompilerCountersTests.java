package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CompilerCountersTests {

	@TempDir
	private Path directory;

	@Test
	void addsUpThreadsThatCompileAndThoseThatEnded() throws IOException {
		CompilerCounters counters = new CompilerCounters(this.directory);
		thread("1", "java", 700);
		thread("2", "C2 CompilerThre", 30);
		thread("3", "C1 CompilerThre", 4);
		assertThat(counters.cpuMicros()).isEqualTo(340_000);
		thread("2", "C2 CompilerThre", 50);
		thread("4", "C2 CompilerThre", 1);
		assertThat(counters.cpuMicros()).isEqualTo(550_000);
		Files.delete(this.directory.resolve("2").resolve("comm"));
		Files.delete(this.directory.resolve("2").resolve("stat"));
		Files.delete(this.directory.resolve("2"));
		assertThat(counters.cpuMicros()).isEqualTo(550_000);
	}

	@Test
	void aProcessThatEndedTakesNoMore() throws IOException {
		assertThat(new CompilerCounters(this.directory.resolve("gone")).cpuMicros()).isZero();
	}

	@Test
	void thisProcessCompiles() throws IOException {
		assertThat(new CompilerCounters(ProcessHandle.current().pid()).cpuMicros()).isPositive();
	}

	private void thread(String id, String name, int ticks) throws IOException {
		Path thread = Files.createDirectories(this.directory.resolve(id));
		Files.writeString(thread.resolve("comm"), name + "\n");
		Files.writeString(thread.resolve("stat"),
				id + " (" + name + ") S 1 1 1 0 -1 1 1 0 0 0 " + ticks + " 0 0 0 20 0 1 0 1 1 1\n");
	}

}
