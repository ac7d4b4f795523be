package io.millrace.streams.internal.runtime;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.KafkaStreams.StateListener;
import io.millrace.streams.internal.runtime.ClientStates.Change;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards {@link ClientStates} and tells the user's listener of each change, in order and
 * with no lock held, so that a listener may call anything. Thread-safe.
 */
final class ClientLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ClientLifecycle.class);

	private final String name;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition endedCondition = this.lock.newCondition();

	private final ClientStates states = new ClientStates();

	private final Deque<Change> changes = new ArrayDeque<>();

	private volatile State current = State.CREATED;

	private volatile @Nullable StateListener listener;

	private boolean telling;

	ClientLifecycle(String name) {
		this.name = name;
	}

	void listener(@Nullable StateListener listener) {
		this.listener = listener;
	}

	State state() {
		return this.current;
	}

	/**
	 * The threads are there. The caller holds a lock, so it has to {@link #tell} once it
	 * has let go of it and the threads run.
	 */
	void started(Collection<String> threads) {
		keep(() -> this.states.started(threads));
	}

	/**
	 * A thread is to be started beside others, unless the client ends. As with
	 * {@link #started}, the caller has to {@link #tell}.
	 * @return whether it may be started; if so, the client doesn't end before it does
	 */
	boolean added(String thread) {
		this.lock.lock();
		try {
			boolean accepted = this.states.added(thread);
			note();
			return accepted;
		}
		finally {
			this.lock.unlock();
		}
	}

	void removed(String thread) {
		change(() -> this.states.removed(thread));
	}

	void changed(String thread, ThreadState state) {
		change(() -> this.states.changed(thread, state));
	}

	void shutDown() {
		change(this.states::shutDown);
	}

	void fail() {
		change(this.states::fail);
	}

	/**
	 * Waits until all threads have ended.
	 * @param nanos how long at most
	 * @return whether they have
	 * @throws InterruptedException if the caller is interrupted
	 */
	boolean awaitEnd(long nanos) throws InterruptedException {
		long left = nanos;
		this.lock.lockInterruptibly();
		try {
			while (!this.states.ended()) {
				if (left <= 0) {
					return false;
				}
				left = this.endedCondition.awaitNanos(left);
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void change(Runnable change) {
		keep(change);
		tell();
	}

	private void keep(Runnable change) {
		this.lock.lock();
		try {
			change.run();
			note();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void note() {
		this.current = this.states.state();
		for (Change step : this.states.takeChanges()) {
			logger.info("{} goes from {} to {}", this.name, step.before(), step.after());
			this.changes.add(step);
		}
		if (this.states.ended()) {
			this.endedCondition.signalAll();
		}
	}

	/**
	 * Tells the listener what it hasn't been told. One thread at a time tells, for all
	 * others too: so changes arrive in their order, and one that a listener itself causes
	 * arrives after the listener returned.
	 */
	void tell() {
		while (true) {
			Change change;
			this.lock.lock();
			try {
				change = this.telling ? null : this.changes.poll();
				if (change == null) {
					return;
				}
				this.telling = true;
			}
			finally {
				this.lock.unlock();
			}
			try {
				StateListener told = this.listener;
				if (told != null) {
					told.onChange(change.after(), change.before());
				}
			}
			catch (RuntimeException ex) {
				logger.error("The state listener of {} failed; the application goes on", this.name, ex);
			}
			finally {
				this.lock.lock();
				try {
					this.telling = false;
				}
				finally {
					this.lock.unlock();
				}
			}
		}
	}

}
