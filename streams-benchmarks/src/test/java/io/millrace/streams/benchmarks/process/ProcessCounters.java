package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux counts for a process: the CPU time of all its threads, and what it had
 * written to disk. It costs the process nothing.
 */
public final class ProcessCounters {

	/** Linux shows times in hundredths of a second whatever its own clock does. */
	private static final long MICROS_PER_TICK = 10_000;

	private final Path directory;

	public ProcessCounters(long pid) {
		this(Path.of("/proc", Long.toString(pid)));
	}

	ProcessCounters(Path directory) {
		this.directory = directory;
	}

	/**
	 * The counters of this process.
	 */
	public static ProcessCounters ofThisProcess() {
		return new ProcessCounters(Path.of("/proc/self"));
	}

	/**
	 * User and system time so far.
	 */
	public long cpuMicros() throws IOException {
		String stat = Files.readString(this.directory.resolve("stat"));
		// The second field is the name, in parentheses, and may hold anything.
		String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
		return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
	}

	/**
	 * Bytes that the process caused to be written to storage so far.
	 */
	public long writtenBytes() throws IOException {
		for (String line : Files.readAllLines(this.directory.resolve("io"))) {
			if (line.startsWith("write_bytes: ")) {
				return Long.parseLong(line.substring("write_bytes: ".length()));
			}
		}
		return 0;
	}

}
