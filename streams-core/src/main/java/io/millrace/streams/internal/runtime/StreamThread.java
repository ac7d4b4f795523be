package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import io.millrace.streams.internal.group.StartInquiry;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One processing thread, from its start to the last client closed: joins the group when
 * the broker is found fit, runs {@link ThreadLoop} until it's told to stop or fails, and
 * leaves nothing open either way. Made by {@link StreamsRuntime}.
 */
final class StreamThread extends Thread {

	private static final Logger logger = LoggerFactory.getLogger(StreamThread.class);

	private static final long START_POLL_MILLIS = 10;

	/**
	 * For how long to wait until the group has heard that it shall shut down.
	 */
	private static final long SHUTDOWN_REQUEST_MILLIS = 10_000;

	private final int number;

	private final Owner owner;

	private final StartInquiry inquiry;

	private final CountDownLatch stop = new CountDownLatch(1);

	private volatile boolean remain;

	private volatile boolean removed;

	private volatile long stopDeadline = Long.MAX_VALUE;

	private volatile ThreadSnapshot snapshot = new ThreadSnapshot(ThreadState.STARTING, List.of(), List.of());

	private final ThreadParts parts;

	private final BooleanSupplier globalStoresReady;

	StreamThread(String name, int number, Owner owner, StartInquiry inquiry, ThreadParts parts,
			BooleanSupplier globalStoresReady) {
		super(name);
		setDaemon(false);
		this.number = number;
		this.owner = owner;
		this.inquiry = inquiry;
		this.parts = parts;
		this.globalStoresReady = globalStoresReady;
	}

	ThreadSnapshot snapshot() {
		return this.snapshot;
	}

	ThreadParts parts() {
		return this.parts;
	}

	/**
	 * Tells the thread to commit and end.
	 * @param deadlineNanos by when it should have, on the clock of
	 * {@code System.nanoTime()}; {@code Long.MAX_VALUE} for no deadline
	 */
	void requestStop(long deadlineNanos) {
		this.stopDeadline = deadlineNanos;
		this.stop.countDown();
	}

	/**
	 * Has the thread not tell the group when it ends.
	 */
	void remainInGroup() {
		this.remain = true;
	}

	/**
	 * Tells the thread to commit and end while others go on.
	 * @param deadlineNanos as in {@link #requestStop}
	 */
	void remove(long deadlineNanos) {
		this.removed = true;
		requestStop(deadlineNanos);
	}

	/**
	 * Whether it ends, or has ended, while others go on.
	 */
	boolean removed() {
		return this.removed;
	}

	int number() {
		return this.number;
	}

	/**
	 * Closes the clients of a thread that was never started.
	 */
	void discard() {
		quietly("close its consumer", () -> this.parts.membership().leave(Duration.ZERO, false));
		quietly("close its producer", () -> this.parts.producer().close(Duration.ZERO));
	}

	private boolean stopping() {
		return this.stop.getCount() == 0;
	}

	@Override
	public void run() {
		Throwable failure = null;
		try {
			if (awaitFitBroker() && awaitGlobalStores()) {
				work();
			}
		}
		catch (Throwable ex) {
			failure = ex;
		}
		end(failure);
	}

	/**
	 * Waits until a broker answers and is found fit.
	 * @return false if the thread was told to stop meanwhile
	 */
	private boolean awaitFitBroker() throws InterruptedException {
		Waiting told = null;
		while (!stopping()) {
			StartInquiry.Outcome outcome = this.inquiry.advance(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
			if (outcome.failure() != null) {
				throw new StreamsException(outcome.failure());
			}
			if (outcome.passed()) {
				return true;
			}
			Waiting waiting = outcome.waiting();
			if (waiting != null && !waiting.equals(told)) {
				told = waiting;
				publish(ThreadState.STARTING, List.of(waiting));
			}
			this.stop.await(START_POLL_MILLIS, TimeUnit.MILLISECONDS);
		}
		return false;
	}

	/**
	 * Waits until global stores are restored; the group gives the tasks to others until
	 * then.
	 * @return false if the thread was told to stop meanwhile
	 */
	private boolean awaitGlobalStores() throws InterruptedException {
		if (!this.globalStoresReady.getAsBoolean()) {
			publish(ThreadState.STARTING,
					List.of(new Waiting(Reason.RESTORING, "Global stores are restored before anything is processed.")));
		}
		while (!stopping()) {
			if (this.globalStoresReady.getAsBoolean()) {
				return true;
			}
			this.stop.await(START_POLL_MILLIS, TimeUnit.MILLISECONDS);
		}
		return false;
	}

	private void work() {
		ThreadLoop loop = this.parts.loop();
		this.parts.questions().answerHere();
		this.parts.membership().join(this.parts.tasks());
		publish(ThreadState.STARTING, List.of());
		while (!stopping()) {
			loop.takeIn();
			publishChanges();
			loop.work();
			publishChanges();
		}
		loop.commitFinally();
	}

	private void publishChanges() {
		boolean tasksChanged = this.parts.tasks().takeChanged();
		if (this.parts.loop().takeConditionChanged() || tasksChanged) {
			publish(this.parts.tasks().threadState(), this.parts.loop().waiting());
		}
	}

	private void publish(ThreadState state, List<Waiting> waiting) {
		ThreadSnapshot before = this.snapshot;
		this.snapshot = new ThreadSnapshot(state, List.copyOf(this.parts.tasks().all()), waiting);
		if (before.state() != state) {
			this.owner.changed(this, state);
		}
	}

	/**
	 * The end, for whatever reason: what isn't committed is dropped, all is closed, and
	 * whoever owns the thread is told.
	 */
	private void end(@Nullable Throwable failure) {
		// An interrupt would keep the clients from closing properly.
		boolean interrupted = Thread.interrupted();
		if (failure != null) {
			logger.error("Thread {} failed", getName(), failure);
			quietly("abort the transaction", this.parts::abort);
		}
		quietly("close its tasks", this.parts.tasks()::closeAll);
		quietly("refuse queries", this.parts.questions()::close);
		StreamThreadExceptionResponse response = null;
		if (failure != null) {
			response = this.owner.decide(this, failure);
			if (response == StreamThreadExceptionResponse.SHUTDOWN_APPLICATION) {
				quietly("ask the group to shut down", this::requestApplicationShutdown);
			}
		}
		quietly("close the restore consumer", this.parts.restoration()::close);
		quietly("close its consumer", () -> this.parts.membership().leave(timeLeft(), this.remain));
		quietly("close its producer", () -> this.parts.producer().close(timeLeft()));
		ThreadState state = (failure != null) ? ThreadState.FAILED : ThreadState.CLOSED;
		this.snapshot = new ThreadSnapshot(state, List.of(), List.of());
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		this.owner.ended(this, state, response);
	}

	private void requestApplicationShutdown() {
		this.parts.membership().requestApplicationShutdown();
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SHUTDOWN_REQUEST_MILLIS);
		// The request goes with the next heartbeat; the group's answer shows that it
		// arrived. Tasks are closed, so nothing may be fetched meanwhile.
		while (System.nanoTime() < deadline && !this.parts.shutdownHeard()) {
			this.parts.pollNothing();
		}
	}

	private Duration timeLeft() {
		long deadline = this.stopDeadline;
		if (deadline == Long.MAX_VALUE) {
			return ThreadParts.CLOSE_TIMEOUT;
		}
		return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
	}

	private void quietly(String what, Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			// The thread ends anyway, and every other step has to be tried.
			logger.warn("Thread {} couldn't {}", getName(), what, ex);
		}
	}

	/**
	 * What a thread reports to. Called by the thread, without any lock held.
	 */
	interface Owner {

		/** The thread's state changed, but it goes on. */
		void changed(StreamThread thread, ThreadState state);

		/** The thread failed: what is to be done? Must not throw. */
		StreamThreadExceptionResponse decide(StreamThread thread, Throwable failure);

		/**
		 * The thread has closed everything; {@code response} is null if it didn't fail.
		 */
		void ended(StreamThread thread, ThreadState state, @Nullable StreamThreadExceptionResponse response);

	}

}
