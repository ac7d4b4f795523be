package io.millrace.streams.benchmarks.application;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.millrace.streams.benchmarks.process.Child;

/**
 * Measures in the process under test from when the first store's restoration starts until
 * the last one's ends, and says how much was restored. Fed by the restore listener of
 * either runtime.
 */
public final class RestoreClock {

	private static final String LINE = "@restored ";

	private final AtomicLong start = new AtomicLong();

	private final AtomicLong records = new AtomicLong();

	private final AtomicInteger open = new AtomicInteger();

	public void started() {
		this.start.compareAndSet(0, System.nanoTime());
		this.open.incrementAndGet();
	}

	public void ended(long restored) {
		long all = this.records.addAndGet(restored);
		if (this.open.decrementAndGet() == 0) {
			System.out.println(LINE + all + " " + (System.nanoTime() - this.start.get()) / 1_000_000 + " "
					+ System.currentTimeMillis());
		}
	}

	/**
	 * How many records were restored in how many milliseconds, and when that was done, in
	 * a process that has such a clock.
	 */
	public static Optional<long[]> read(Child child) throws IOException {
		return child.lines()
			.stream()
			.filter((line) -> line.startsWith(LINE))
			.map((line) -> Arrays.stream(line.substring(LINE.length()).split(" ")).mapToLong(Long::parseLong).toArray())
			.filter((numbers) -> numbers.length == 3)
			.findFirst();
	}

}
