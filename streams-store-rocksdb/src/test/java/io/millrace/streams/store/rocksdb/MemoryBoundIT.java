package io.millrace.streams.store.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The memory of a process with many tasks on disk stays within the configured cache and
 * what the JVM takes, however much is written or loaded. In a normal build that is
 * little; the profile {@code soak} writes 5 GB.
 */
class MemoryBoundIT {

	private static final long MIB = 1024 * 1024;

	private static final long BYTES_TO_WRITE = Long.getLong("millrace.soak.bytes", 256 * MIB);

	/** Heap, code and threads of the JVM, and what the allocator of C keeps. */
	private static final long BESIDES = 512 * MIB;

	private static final long BOUND = RocksDbSettings.defaults().blockCacheBytes() + BESIDES;

	@TempDir
	Path directory;

	@Test
	void staysWithinCacheAndHeap() throws IOException, InterruptedException {
		long start = System.nanoTime();
		List<Long> figures = run(MemoryBoundProcess.class, "-Xmx256m", BYTES_TO_WRITE);
		System.out.printf(
				"%d MB were written to 16 tasks in %d s, %d MB are on disk; the process had %d MB at the most, of %d MB"
						+ " that it may have%n",
				figures.get(1) / MIB, (System.nanoTime() - start) / 1_000_000_000, diskBytes() / MIB,
				figures.get(0) / MIB, BOUND / MIB);
		assertThat(figures.get(0)).isLessThan(BOUND);
		assertThat(figures.get(2)).as("open native handles").isZero();
	}

	/**
	 * What is gathered and written finds room in a heap of twice its budget, of which
	 * half is for what was fetched.
	 */
	@Test
	void manyTasksThatLoadStayWithinCacheAndHeap() throws IOException, InterruptedException {
		long start = System.nanoTime();
		List<Long> figures = run(LoadingProcess.class, "-Xmx128m", Math.max(BYTES_TO_WRITE, 256 * MIB));
		System.out.printf(
				"%d MB were loaded into %d tasks in %d s; %d MB were held at the most, and the process had %d MB, of"
						+ " %d MB that it may have%n",
				figures.get(1) / MIB, LoadingProcess.TASKS, (System.nanoTime() - start) / 1_000_000_000,
				figures.get(3) / MIB, figures.get(0) / MIB, BOUND / MIB);
		assertThat(figures.get(0)).isLessThan(BOUND);
		assertThat(figures.get(2)).as("open native handles").isZero();
		assertThat(figures.get(3)).isLessThan(RocksDbSettings.defaults().writeBufferBytes());
	}

	private List<Long> run(Class<?> main, String heap, long bytes) throws IOException, InterruptedException {
		assumeTrue(Files.exists(Path.of("/proc/self/status")),
				"Skipped: the system doesn't tell how much memory a process has");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), heap,
				"-cp", System.getProperty("java.class.path"), main.getName(), this.directory.toString(),
				String.valueOf(bytes))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		String[] lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
		assertThat(process.waitFor()).isZero();
		return Stream.of(lines[lines.length - 2].split(" ", -1)).map(Long::valueOf).toList();
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
