package io.millrace.streams.store.rocksdb;

import org.jspecify.annotations.Nullable;

/**
 * Takes in what comes from changelogs. Batches are gathered until they are worth a file
 * per store, and that is written in the background while the next ones are fetched; a
 * small rest goes the ordinary way. How much is gathered depends on how many tasks of the
 * process are loading, so that all of them together stay within a part of the budget for
 * write buffers. Used by {@link RocksDbStateEngine}: one thread adds, any thread has the
 * rest written before it reads.
 */
final class BulkLoad implements AutoCloseable {

	/** Of what may be gathered: a smaller file costs more than the ordinary way. */
	private static final int SMALLEST_FILE_PART = 4;

	private final BackgroundLoad background;

	private final Writer writer;

	private final RocksDbMemory memory;

	private final long largestBytes;

	private @Nullable RocksDbEngineBatch gathered;

	private boolean counted;

	/** Whether anything may not be written yet. */
	private volatile boolean active;

	/**
	 * Makes it.
	 * @param background where batches are written
	 * @param memory knows how many are loading
	 * @param largestBytes how much to gather at most, however few are loading
	 * @param writer writes a batch
	 */
	BulkLoad(BackgroundLoad background, RocksDbMemory memory, long largestBytes, Writer writer) {
		this.largestBytes = largestBytes;
		this.background = background;
		this.memory = memory;
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
			this.memory.loading(1);
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
		if (now.bytes() >= share()) {
			writeGathered();
		}
		return (before != null) ? batch : null;
	}

	private long share() {
		return Math.min(this.largestBytes, this.memory.loadShare());
	}

	private void writeGathered() {
		RocksDbEngineBatch batch = this.gathered;
		this.gathered = null;
		if (batch != null) {
			long fileBytes = share() / SMALLEST_FILE_PART;
			this.background.submit(() -> this.writer.write(batch, fileBytes));
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
			this.memory.loading(-1);
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
