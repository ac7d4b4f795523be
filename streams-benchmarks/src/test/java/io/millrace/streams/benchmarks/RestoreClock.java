package io.millrace.streams.benchmarks;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures in the process under test from when the first store's restoration starts until
 * the last one's ends, and says how much was restored. Fed by the restore listener of
 * either runtime.
 */
final class RestoreClock {

	static final String LINE = "@restored ";

	private final AtomicLong start = new AtomicLong();

	private final AtomicLong records = new AtomicLong();

	private final AtomicInteger open = new AtomicInteger();

	void started() {
		this.start.compareAndSet(0, System.nanoTime());
		this.open.incrementAndGet();
	}

	void ended(long restored) {
		long all = this.records.addAndGet(restored);
		if (this.open.decrementAndGet() == 0) {
			System.out.println(LINE + all + " " + (System.nanoTime() - this.start.get()) / 1_000_000);
		}
	}

}
