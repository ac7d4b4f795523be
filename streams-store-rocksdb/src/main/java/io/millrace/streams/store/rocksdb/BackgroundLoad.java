package io.millrace.streams.store.rocksdb;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Writes what is loaded from a changelog while the next records are fetched: one batch at
 * a time, in a thread that is there only while there is something to load. A batch that
 * couldn't be written fails everything after it. Used by {@link RocksDbStateEngine}: one
 * thread submits, any thread awaits.
 */
final class BackgroundLoad implements AutoCloseable {

	private final TaskId task;

	private @Nullable ExecutorService executor;

	private volatile @Nullable Future<?> pending;

	BackgroundLoad(TaskId task) {
		this.task = task;
	}

	/**
	 * Writes a batch when the one before is written.
	 * @param write writes it
	 */
	void submit(Runnable write) {
		await();
		ExecutorService loader = this.executor;
		if (loader == null) {
			loader = Executors.newSingleThreadExecutor((work) -> {
				Thread thread = new Thread(work, "millrace-load-" + this.task);
				thread.setDaemon(true);
				return thread;
			});
			this.executor = loader;
		}
		this.pending = loader.submit(write);
	}

	/**
	 * Waits until all is written that was submitted.
	 * @throws RuntimeException what kept a batch from being written
	 */
	void await() {
		Future<?> awaited = this.pending;
		if (awaited == null) {
			return;
		}
		boolean interrupted = false;
		try {
			while (true) {
				try {
					awaited.get();
					this.pending = null;
					return;
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (CancellationException ex) {
					throw new ProcessorStateException("The state of task " + this.task + " was closed.", ex);
				}
				catch (ExecutionException ex) {
					throw (ex.getCause() instanceof RuntimeException cause) ? cause
							: new ProcessorStateException("The state of task " + this.task + " can't be written.", ex);
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * Lets the thread go. What was submitted is still written.
	 */
	@Override
	public void close() {
		if (this.executor != null) {
			this.executor.shutdown();
			this.executor = null;
		}
	}

}
