package io.millrace.streams.benchmarks.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.benchmarks.process.Child;
import io.millrace.streams.benchmarks.process.CompilerCounters;
import io.millrace.streams.benchmarks.process.ProcessCounters;

/**
 * Watches a process under test until it is done: takes a sample twenty times a second and
 * asks the process for nothing.
 */
public final class Observation {

	private static final long INTERVAL_MS = 50;

	private final Child child;

	private final Progress progress;

	private final long patience;

	private final List<Sample> samples = new ArrayList<>();

	/**
	 * Prepares.
	 * @param child the process
	 * @param progress how far it is
	 * @param patience how long nothing may happen before the process is given up
	 */
	public Observation(Child child, Progress progress, Duration patience) {
		this.child = child;
		this.progress = progress;
		this.patience = patience.toNanos();
	}

	/**
	 * Takes samples until all is done.
	 * @return the samples, in the order of time
	 * @throws IllegalStateException if the process ends, or gets nothing done for long
	 */
	public List<Sample> await() throws IOException, InterruptedException {
		ProcessCounters counters = new ProcessCounters(this.child.pid());
		CompilerCounters compiler = new CompilerCounters(this.child.pid());
		long next = System.nanoTime();
		long lastChange = next;
		long last = 0;
		do {
			Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
			next = Math.max(next, System.nanoTime() - INTERVAL_MS * 1_000_000) + INTERVAL_MS * 1_000_000;
			long records = this.progress.records();
			long now = System.nanoTime();
			if (!this.child.alive()) {
				throw new IllegalStateException(
						"The process ended after " + records + " records:\n" + this.child.lastLines());
			}
			this.samples
				.add(new Sample(now, System.currentTimeMillis(), records, counters.cpuMicros(), compiler.cpuMicros()));
			if (records != last) {
				last = records;
				lastChange = now;
			}
			if (now - lastChange > this.patience) {
				throw new IllegalStateException(
						"The process got nothing done after " + records + " records:\n" + this.child.lastLines());
			}
		}
		while (!this.progress.complete());
		return this.samples;
	}

}
