package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The size of a directory, and its end.
 */
public final class Directories {

	private Directories() {
	}

	/**
	 * The size of all files together; those that go meanwhile count for nothing.
	 */
	public static long size(Path directory) throws IOException {
		if (!Files.exists(directory)) {
			return 0;
		}
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter(Files::isRegularFile).mapToLong((file) -> file.toFile().length()).sum();
		}
	}

	public static void delete(Path directory) throws IOException {
		if (!Files.exists(directory)) {
			return;
		}
		List<Path> all;
		try (Stream<Path> files = Files.walk(directory)) {
			all = files.sorted(Comparator.reverseOrder()).toList();
		}
		for (Path file : all) {
			Files.deleteIfExists(file);
		}
	}

}
