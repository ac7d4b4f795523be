package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts processing threads, adds some to a running instance, replaces those that failed
 * and takes others out. Used through {@link StreamsRuntime}, whose lock guards the
 * threads. Thread-safe.
 */
public final class ThreadChanges {

	private static final Logger logger = LoggerFactory.getLogger(ThreadChanges.class);

	private final StreamsRuntime runtime;

	private final ClientLifecycle lifecycle;

	private final RuntimeControl control;

	private final RuntimeProbe probe;

	ThreadChanges(StreamsRuntime runtime, ClientLifecycle lifecycle, RuntimeControl control, RuntimeProbe probe) {
		this.runtime = runtime;
		this.lifecycle = lifecycle;
		this.control = control;
		this.probe = probe;
	}

	/**
	 * Whether processing is stopped.
	 */
	public boolean paused() {
		return this.control.paused();
	}

	private boolean possible() {
		return !this.runtime.stopping() && this.runtime.state().isRunningOrRebalancing();
	}

	/**
	 * Starts the first threads, which the lifecycle knows. If one can't be started, the
	 * application shuts down.
	 * @param global the thread that fills global stores, null if there are none
	 * @param threads the threads that process
	 */
	void startAll(@Nullable GlobalThread global, Collection<StreamThread> threads) {
		Deque<StreamThread> left = new ArrayDeque<>(threads);
		try {
			if (global != null) {
				this.probe.starting(global.getName());
				global.start();
			}
			while (!left.isEmpty()) {
				start(left.element());
				left.remove();
			}
		}
		catch (RuntimeException | Error ex) {
			this.lifecycle.fail();
			this.runtime.stopThreads();
			if (global != null && global.getState() == Thread.State.NEW) {
				this.runtime.discardGlobalThread();
				this.lifecycle.removed(global.getName());
			}
			left.forEach(this::giveUp);
			this.runtime.closeSharedIfUnused();
			throw ex;
		}
	}

	private void start(StreamThread thread) {
		this.probe.starting(thread.getName());
		thread.start();
	}

	/**
	 * Closes a thread that couldn't be started: nobody has to wait for it.
	 */
	private void giveUp(StreamThread thread) {
		thread.discard();
		left(thread);
	}

	/**
	 * Adds a thread.
	 * @return its name; empty if the application isn't running
	 */
	public Optional<String> add() {
		StreamThread added;
		synchronized (this.runtime) {
			if (!possible()) {
				return Optional.empty();
			}
			added = enlist();
		}
		if (added == null) {
			return Optional.empty();
		}
		begin(added);
		return Optional.of(added.getName());
	}

	/**
	 * Makes a thread that whoever closes the application waits for from now on. The
	 * runtime's lock is held, so that nothing is closed that it needs.
	 * @return the thread; null if the application has begun to end
	 */
	private @Nullable StreamThread enlist() {
		StreamThread thread = this.runtime.newThread();
		if (!this.lifecycle.added(thread.getName())) {
			thread.discard();
			this.runtime.release(thread.number());
			return null;
		}
		this.runtime.threads().add(thread);
		this.control.threads(this.runtime.threads().size());
		return thread;
	}

	private void begin(StreamThread thread) {
		try {
			start(thread);
		}
		catch (RuntimeException | Error ex) {
			giveUp(thread);
			throw ex;
		}
		this.lifecycle.tell();
		this.runtime.stopIfStopping(thread);
	}

	/**
	 * Starts a thread in place of one that failed. If that can't be done, the application
	 * shuts down.
	 */
	void replace(StreamThread failed) {
		try {
			StreamThread replacement;
			synchronized (this.runtime) {
				replacement = this.runtime.stopping() ? null : enlist();
				if (replacement == null) {
					return;
				}
				this.runtime.threads().remove(failed);
				this.runtime.release(failed.number());
				this.control.threads(this.runtime.threads().size());
			}
			// As of now it is the replacement that has a failure, or none.
			this.runtime.failure(null);
			begin(replacement);
		}
		catch (RuntimeException | Error ex) {
			this.runtime.failure(FailureSentence.of(failed.getName(), ex));
			logger.error("Thread {} couldn't be replaced; the application shuts down", failed.getName(), ex);
			this.lifecycle.fail();
			this.runtime.stopThreads();
		}
	}

	/**
	 * Takes a thread out, another one than the caller's unless that's the only one.
	 * @param timeout how long to wait for its end
	 * @return its name; empty if there's none, or the application isn't running
	 * @throws TimeoutException if it hasn't ended in that time
	 */
	public Optional<String> remove(Duration timeout) {
		StreamThread chosen = null;
		long nanos = Deadline.saturatedNanos(timeout);
		synchronized (this.runtime) {
			if (!possible()) {
				return Optional.empty();
			}
			for (StreamThread thread : this.runtime.threads()) {
				boolean candidate = !thread.removed() && !thread.snapshot().state().ended();
				if (candidate && (chosen == null || chosen == Thread.currentThread())) {
					chosen = thread;
				}
			}
			if (chosen == null) {
				return Optional.empty();
			}
			chosen.remove(Deadline.after(nanos));
		}
		if (chosen != Thread.currentThread()) {
			awaitEnd(chosen, nanos);
		}
		return Optional.of(chosen.getName());
	}

	private static void awaitEnd(StreamThread thread, long nanos) {
		long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
		try {
			if (millis > 0) {
				thread.join(millis);
			}
		}
		catch (InterruptedException ex) {
			throw new InterruptException("Interrupted while waiting for thread " + thread.getName() + " to end.", ex);
		}
		if (thread.isAlive()) {
			throw new TimeoutException(
					"Thread " + thread.getName() + " hasn't ended within " + millis + " ms; it goes on to end.");
		}
	}

	/**
	 * A thread that was taken out has ended, or another was never started.
	 */
	void left(StreamThread thread) {
		synchronized (this.runtime) {
			this.runtime.threads().remove(thread);
			this.runtime.release(thread.number());
			this.control.threads(this.runtime.threads().size());
		}
		if (this.runtime.stopping()) {
			this.runtime.stopGlobalThreadIfUnread();
			this.runtime.closeSharedIfUnused();
		}
		this.lifecycle.removed(thread.getName());
	}

}
