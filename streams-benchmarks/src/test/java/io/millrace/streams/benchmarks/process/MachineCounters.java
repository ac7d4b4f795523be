package io.millrace.streams.benchmarks.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux counts for all processors of the machine together.
 *
 * @param busy the time in which they did something, in ticks
 * @param idle the time in which they didn't
 */
public record MachineCounters(long busy, long idle) {

	private static final Path FILE = Path.of("/proc/stat");

	/**
	 * The counters as they are.
	 */
	public static MachineCounters now() throws IOException {
		return of(Files.readAllLines(FILE).get(0));
	}

	/**
	 * Reads the first line of the file: user, nice, system, idle, waiting for I/O,
	 * interrupts, soft interrupts, stolen; guests after that are in the first two.
	 */
	static MachineCounters of(String line) {
		String[] fields = line.trim().split("\\s+");
		long busy = 0;
		long idle = 0;
		for (int i = 1; i <= 8; i++) {
			long ticks = Long.parseLong(fields[i]);
			if (i == 4 || i == 5) {
				idle += ticks;
			}
			else {
				busy += ticks;
			}
		}
		return new MachineCounters(busy, idle);
	}

	/**
	 * What share of the time since then they did something, in percent.
	 */
	public double busyPercentSince(MachineCounters earlier) {
		long since = this.busy - earlier.busy;
		long all = since + this.idle - earlier.idle;
		return (all > 0) ? 100.0 * since / all : 0;
	}

}
