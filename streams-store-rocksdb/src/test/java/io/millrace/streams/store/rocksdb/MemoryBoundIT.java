package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The memory of a process with sixteen tasks on disk stays within the configured cache
 * and what the JVM takes, however much is written. In a normal build that is little; the
 * profile {@code soak} writes 5 GB.
 */
class MemoryBoundIT {

	private static final long MIB = 1024 * 1024;

	private static final long BYTES_TO_WRITE = Long.getLong("millrace.soak.bytes", 256 * MIB);

	/** Heap, code and threads of the JVM, and what the allocator of C keeps. */
	private static final long BESIDES = 512 * MIB;

	@TempDir
	Path directory;

	@Test
	void staysWithinCacheAndHeap() throws IOException, InterruptedException {
		assumeTrue(Files.exists(Path.of("/proc/self/status")),
				"Skipped: the system doesn't tell how much memory a process has");
		long start = System.nanoTime();
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx256m", "-cp", System.getProperty("java.class.path"), MemoryBoundProcess.class.getName(),
				this.directory.toString(), String.valueOf(BYTES_TO_WRITE))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		String[] lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
		assertThat(process.waitFor()).isZero();
		String[] figures = lines[lines.length - 2].split(" ", -1);
		long highest = Long.parseLong(figures[0]);
		long bound = RocksDbSettings.defaults().blockCacheBytes() + BESIDES;
		System.out.printf(
				"%d MB were written to 16 tasks in %d s, %d MB are on disk; the process had %d MB at the most, of %d MB"
						+ " that it may have%n",
				Long.parseLong(figures[1]) / MIB, (System.nanoTime() - start) / 1_000_000_000, diskBytes() / MIB,
				highest / MIB, bound / MIB);
		assertThat(highest).isLessThan(bound);
		assertThat(figures[2]).as("open native handles").isEqualTo("0");
	}

	private long diskBytes() throws IOException {
		long bytes = 0;
		try (Stream<Path> files = Files.walk(this.directory)) {
			for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
				bytes += Files.size(file);
			}
		}
		return bytes;
	}

}
