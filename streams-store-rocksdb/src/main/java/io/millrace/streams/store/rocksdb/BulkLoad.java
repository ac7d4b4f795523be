package io.millrace.streams.store.rocksdb;

import org.jspecify.annotations.Nullable;

/**
 * Takes in what comes from changelogs. Batches are gathered until they are worth a file
 * per store, and that is written in the background while the next ones are fetched; a
 * small rest goes the ordinary way. How much is gathered depends on how many tasks of the
 * process are loading, and what all of them hold is bounded by a {@link LoadBudget}: if
 * it is exceeded, whoever adds waits until its own part is written. Used by
 * {@link RocksDbStateEngine}: one thread adds, any thread has the rest written before it
 * reads.
 */
final class BulkLoad implements AutoCloseable {

	/**
	 * Of what may be gathered. Files stay worth it however small that is for each of many
	 * tasks: their write buffers share a memory that then is used up too, so the ordinary
	 * way flushes as small files, and costs log and merging besides.
	 */
	private static final int SMALLEST_FILE_PART = 4;

	private final BackgroundLoad background;

	private final Writer writer;

	private final LoadBudget budget;

	private final long largestBytes;

	private @Nullable RocksDbEngineBatch gathered;

	/** How much of the budget {@link #gathered} takes. */
	private long held;

	private boolean counted;

	/** Whether anything may not be written yet. */
	private volatile boolean active;

	/**
	 * Makes it.
	 * @param background where batches are written
	 * @param budget bounds what all hold
	 * @param largestBytes how much to gather at most, however few are loading
	 * @param writer writes a batch
	 */
	BulkLoad(BackgroundLoad background, LoadBudget budget, long largestBytes, Writer writer) {
		this.largestBytes = largestBytes;
		this.background = background;
		this.budget = budget;
		this.writer = writer;
	}

	/**
	 * Adds a batch without deletes of ranges.
	 * @param batch the batch
	 * @return the same batch if it is free to be used again, or null
	 */
	synchronized @Nullable RocksDbEngineBatch add(RocksDbEngineBatch batch) {
		if (!this.counted) {
			this.counted = true;
			this.budget.loading(1);
		}
		this.active = true;
		RocksDbEngineBatch before = this.gathered;
		if (before == null) {
			this.gathered = batch;
		}
		else {
			before.append(batch);
		}
		RocksDbEngineBatch now = (before != null) ? before : batch;
		hold(now.capacity());
		if (now.bytes() >= share() || this.budget.exceeded()) {
			writeGathered();
			if (this.budget.exceeded()) {
				this.background.await();
			}
		}
		return (before != null) ? batch : null;
	}

	private void hold(long bytes) {
		this.budget.hold(bytes - this.held);
		this.held = bytes;
	}

	private long share() {
		return Math.min(this.largestBytes, this.budget.share());
	}

	private void writeGathered() {
		RocksDbEngineBatch batch = this.gathered;
		if (batch == null) {
			return;
		}
		this.gathered = null;
		long fileBytes = share() / SMALLEST_FILE_PART;
		long bytes = this.held;
		this.held = 0;
		boolean submitted = false;
		try {
			this.background.submit(() -> write(batch, bytes, fileBytes));
			submitted = true;
		}
		finally {
			if (!submitted) {
				this.budget.hold(-bytes);
			}
		}
	}

	private void write(RocksDbEngineBatch batch, long bytes, long fileBytes) {
		try {
			this.writer.write(batch, fileBytes);
		}
		finally {
			this.budget.hold(-bytes);
		}
	}

	/**
	 * Has all written that was added.
	 * @throws RuntimeException what kept a batch from being written
	 */
	void finish() {
		if (this.active) {
			synchronized (this) {
				writeGathered();
				this.background.await();
				this.active = false;
			}
		}
	}

	/**
	 * Nothing more comes for now: gives back the share of the memory, and the thread.
	 */
	@Override
	public synchronized void close() {
		if (this.counted) {
			this.counted = false;
			this.budget.loading(-1);
		}
		this.background.close();
	}

	/**
	 * Writes what was gathered.
	 */
	interface Writer {

		/**
		 * Writes a batch.
		 * @param batch the batch
		 * @param fileBytes from how many bytes on the changes of a store are worth a file
		 */
		void write(RocksDbEngineBatch batch, long fileBytes);

	}

}
