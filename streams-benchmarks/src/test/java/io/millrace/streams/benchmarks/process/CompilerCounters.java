package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The CPU time that the threads of a JVM have taken which compile just in time, as Linux
 * counts it. They come and go, so it has to be asked for again and again; what ended in
 * between counts as it was last.
 */
public final class CompilerCounters {

	private final Path threads;

	/** What each compiling thread had taken when it was last seen, by its id. */
	private final Map<String, Long> micros = new HashMap<>();

	private final Set<String> others = new HashSet<>();

	public CompilerCounters(long pid) {
		this(Path.of("/proc", Long.toString(pid), "task"));
	}

	CompilerCounters(Path threads) {
		this.threads = threads;
	}

	/**
	 * Microseconds of user and system time so far.
	 */
	public long cpuMicros() throws IOException {
		for (String id : ids()) {
			if (!this.others.contains(id)) {
				look(id);
			}
		}
		return this.micros.values().stream().mapToLong(Long::longValue).sum();
	}

	private List<String> ids() throws IOException {
		try (Stream<Path> found = Files.list(this.threads)) {
			return found.map((path) -> path.getFileName().toString()).toList();
		}
		catch (NoSuchFileException | UncheckedIOException ex) {
			// The process has ended.
			return List.of();
		}
	}

	private void look(String id) {
		Path thread = this.threads.resolve(id);
		try {
			if (this.micros.containsKey(id)
					|| Files.readString(thread.resolve("comm")).matches("(?s)C[12] Compiler.*")) {
				this.micros.put(id, new ProcessCounters(thread).cpuMicros());
			}
			else {
				this.others.add(id);
			}
		}
		catch (IOException ex) {
			// The thread has ended.
			this.others.add(id);
		}
	}

}
