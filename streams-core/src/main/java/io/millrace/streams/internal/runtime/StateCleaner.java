package io.millrace.streams.internal.runtime;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.millrace.streams.internal.store.OrphanedTaskDirectories;
import io.millrace.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has state of tasks that moved away removed from time to time, on a thread of its own,
 * while it is known which tasks are here. Made by {@link StreamsRuntime} for an
 * application with state on disk.
 */
final class StateCleaner implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(StateCleaner.class);

	private static final long SHORTEST_PAUSE_MILLIS = 1000;

	private final Path directory;

	private final Duration delay;

	private final Supplier<Set<TaskId>> owned;

	private final BooleanSupplier settled;

	private final ScheduledExecutorService executor;

	/**
	 * Starts the thread; the first look comes after the delay.
	 * @param name the thread's name
	 * @param directory the application's state directory
	 * @param delay how long a directory must have been left alone
	 * @param owned the tasks that are here
	 * @param settled whether that is known
	 */
	StateCleaner(String name, Path directory, Duration delay, Supplier<Set<TaskId>> owned, BooleanSupplier settled) {
		this.directory = directory;
		this.delay = delay;
		this.owned = owned;
		this.settled = settled;
		this.executor = Executors.newSingleThreadScheduledExecutor((task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
		long pause = Math.max(SHORTEST_PAUSE_MILLIS, delay.toMillis());
		// The task catches what it may throw, so nobody waits for the outcome.
		var unused = this.executor.scheduleWithFixedDelay(this::clean, pause, pause, TimeUnit.MILLISECONDS);
	}

	private void clean() {
		try {
			if (this.settled.getAsBoolean()) {
				OrphanedTaskDirectories.clean(this.directory, this.delay, this.owned.get());
			}
		}
		catch (RuntimeException ex) {
			logger.warn("State that nobody owns can't be removed from {} now", this.directory, ex);
		}
	}

	/**
	 * Ends the thread; what it's removing may be left for the next time. Doesn't wait.
	 */
	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	/**
	 * Waits until the thread is through with what it was at when it was closed. If the
	 * caller is interrupted, it stops waiting and keeps the interrupt.
	 */
	void awaitEnd() {
		try {
			this.executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
