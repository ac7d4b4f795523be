package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Adds processing threads to a running instance and takes them out. Used through
 * {@link StreamsRuntime}, whose lock guards the threads. Thread-safe.
 */
public final class ThreadChanges {

	private final StreamsRuntime runtime;

	private final ClientLifecycle lifecycle;

	private final RuntimeControl control;

	ThreadChanges(StreamsRuntime runtime, ClientLifecycle lifecycle, RuntimeControl control) {
		this.runtime = runtime;
		this.lifecycle = lifecycle;
		this.control = control;
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
	 * Adds a thread.
	 * @return its name; empty if the application isn't running
	 */
	public Optional<String> add() {
		StreamThread added;
		synchronized (this.runtime) {
			if (!possible()) {
				return Optional.empty();
			}
			added = this.runtime.newThread();
			this.runtime.threads().add(added);
			this.control.threads(this.runtime.threads().size());
		}
		this.runtime.begin(added);
		return Optional.of(added.getName());
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
	 * A thread that was taken out has ended.
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
