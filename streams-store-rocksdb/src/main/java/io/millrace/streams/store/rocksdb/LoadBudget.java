package io.millrace.streams.store.rocksdb;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much Java memory all tasks of the process that are loading may take for what they
 * gather, and for what is being written of it: as much as the budget for write buffers,
 * which are hardly used meanwhile. Part of {@link RocksDbMemory}, used by each task's
 * {@link BulkLoad}. Thread-safe.
 */
final class LoadBudget {

	/**
	 * Which part of the budget is gathered: it is there twice while the former is
	 * written, and arrays that grow have room to spare.
	 */
	private static final int GATHERED_PART = 4;

	/** Which part isn't to be held, but left for putting changes in order. */
	private static final int WORKING_PART = 4;

	private final long bytes;

	private final AtomicInteger loading = new AtomicInteger();

	private final AtomicLong held = new AtomicLong();

	/**
	 * Makes it.
	 * @param bytes how much all together may take
	 */
	LoadBudget(long bytes) {
		this.bytes = bytes;
	}

	/**
	 * Says that tasks begin, or end, to load much.
	 * @param more how many more there are
	 */
	void loading(int more) {
		this.loading.addAndGet(more);
	}

	/**
	 * How much a task that is loading may gather before it writes, in bytes.
	 */
	long share() {
		return this.bytes / GATHERED_PART / Math.max(1, this.loading.get());
	}

	/**
	 * Says that memory is held, or let go.
	 * @param more how many more bytes
	 */
	void hold(long more) {
		this.held.addAndGet(more);
	}

	/**
	 * Whether so much is held that it has to be written before more is taken in. Batches
	 * that are larger than a task's share lead to it, or tasks that gathered much before
	 * others began.
	 */
	boolean exceeded() {
		return this.held.get() > this.bytes - this.bytes / WORKING_PART;
	}

	/**
	 * How many bytes are held.
	 */
	long held() {
		return this.held.get();
	}

}
