package io.millrace.streams.benchmarks.application;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import com.sun.management.ThreadMXBean;

import io.millrace.streams.benchmarks.measure.JvmSample;

/**
 * Writes from time to time what this JVM has allocated and collected so far, to its
 * output, for whoever started it. Allocations of a thread that ends count up to the last
 * time before.
 */
final class JvmSampler extends Thread {

	private static final long INTERVAL_NANOS = 250_000_000;

	private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	private final Map<Long, Long> allocated = new HashMap<>();

	private final CommitTime commitTime = new CommitTime();

	JvmSampler() {
		super("jvm-sampler");
		setDaemon(true);
	}

	@Override
	public void run() {
		while (true) {
			print();
			LockSupport.parkNanos(INTERVAL_NANOS);
		}
	}

	synchronized void print() {
		long[] ids = this.threads.getAllThreadIds();
		long[] bytes = this.threads.getThreadAllocatedBytes(ids);
		for (int i = 0; i < ids.length; i++) {
			if (bytes[i] >= 0) {
				this.allocated.put(ids[i], bytes[i]);
			}
		}
		long count = 0;
		long millis = 0;
		for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
			count += Math.max(0, collector.getCollectionCount());
			millis += Math.max(0, collector.getCollectionTime());
		}
		long all = this.allocated.values().stream().mapToLong(Long::longValue).sum();
		System.out
			.println(new JvmSample(System.currentTimeMillis(), all, count, millis, this.commitTime.nanos()).line());
	}

}
