package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.KafkaStreams.State;

/**
 * The state of a client as a function of what was asked of it and the states of its
 * threads. Pure; {@link ClientLifecycle} guards it and tells of changes. Threads are
 * known by their names.
 */
final class ClientStates {

	private final Map<String, ThreadState> threads = new HashMap<>();

	private final List<Change> changes = new ArrayList<>();

	private State state = State.CREATED;

	State state() {
		return this.state;
	}

	/**
	 * The client was started.
	 * @param names the names of its threads
	 */
	void started(Collection<String> names) {
		if (this.state != State.CREATED) {
			throw new IllegalStateException("The application was started before; make a new KafkaStreams to start it"
					+ " again. Its state is " + this.state + ".");
		}
		names.forEach((name) -> this.threads.put(name, ThreadState.STARTING));
		moveTo(State.REBALANCING);
	}

	/**
	 * A thread is to be started beside others.
	 * @param name its name
	 * @return whether it may be: from now on, the client doesn't end before it has ended
	 * or is {@link #removed}; false if the client ends without it
	 */
	boolean added(String name) {
		if (!this.state.isRunningOrRebalancing()) {
			return false;
		}
		this.threads.put(name, ThreadState.STARTING);
		settle();
		return true;
	}

	/**
	 * A thread was taken out and has ended, or couldn't be started.
	 * @param name its name
	 */
	void removed(String name) {
		this.threads.remove(name);
		settle();
	}

	/**
	 * A thread changed its state.
	 * @param name its name
	 * @param now the state
	 */
	void changed(String name, ThreadState now) {
		this.threads.put(name, now);
		settle();
	}

	/**
	 * The client shall close.
	 */
	void shutDown() {
		if (this.state == State.CREATED || this.state.isRunningOrRebalancing()) {
			moveTo(State.PENDING_SHUTDOWN);
			settle();
		}
	}

	/**
	 * The client shall close because of a failure.
	 */
	void fail() {
		if (this.state.isRunningOrRebalancing()) {
			moveTo(State.PENDING_ERROR);
			settle();
		}
	}

	/**
	 * Whether all threads have ended and nothing will happen any more.
	 */
	boolean ended() {
		return this.state == State.NOT_RUNNING || this.state == State.ERROR;
	}

	private void settle() {
		boolean allEnded = this.threads.values().stream().allMatch(ThreadState::ended);
		switch (this.state) {
			case REBALANCING, RUNNING -> {
				// Without threads there's nothing that isn't done.
				boolean running = this.threads.isEmpty() || (!allEnded && this.threads.values()
					.stream()
					.allMatch((thread) -> thread.ended() || thread == ThreadState.RUNNING));
				moveTo(running ? State.RUNNING : State.REBALANCING);
			}
			case PENDING_SHUTDOWN -> moveTo(allEnded ? State.NOT_RUNNING : State.PENDING_SHUTDOWN);
			case PENDING_ERROR -> moveTo(allEnded ? State.ERROR : State.PENDING_ERROR);
			case CREATED, NOT_RUNNING, ERROR -> {
			}
		}
	}

	private void moveTo(State next) {
		if (next != this.state) {
			this.changes.add(new Change(next, this.state));
			this.state = next;
		}
	}

	/**
	 * All changes since the last call, in their order.
	 */
	List<Change> takeChanges() {
		List<Change> taken = List.copyOf(this.changes);
		this.changes.clear();
		return taken;
	}

	/**
	 * A change of the state.
	 *
	 * @param after the state now
	 * @param before the state before
	 */
	record Change(State after, State before) {
	}

}
