package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.internal.commit.Verdict;

/**
 * Says what follows when a task's state can't be opened, restored or written: whether the
 * task is opened again, and when. Pure: all times are handed in. One a thread, told by
 * {@link TaskOpening} and {@link GlobalStores}.
 * <p>
 * A directory in use is free soon, or that counts as a failure; so does damage that comes
 * again and again although it is set aside each time. A full disk is waited for as long
 * as it takes, ever more patiently until something was written for good.
 *
 * @param <T> what names a task, or a global store
 */
final class StateRecovery<T extends Comparable<? super T>> {

	static final long RETRY_MILLIS = 50;

	/**
	 * For how long a task may fail to open before that is taken seriously.
	 */
	static final long TIMEOUT_MILLIS = 10_000;

	/**
	 * How often a task's state may be damaged before anything was written to it.
	 */
	static final int MAX_DAMAGES = 3;

	static final long FIRST_ROOM_RETRY_MILLIS = 250;

	static final long LONGEST_ROOM_RETRY_MILLIS = 5_000;

	private final Map<T, Trouble> troubles = new HashMap<>();

	/**
	 * A task couldn't be opened, or its state not be changed.
	 * @param task the task
	 * @param verdict what the failure means
	 * @param now milliseconds
	 * @return what to do
	 */
	Action failed(T task, Verdict verdict, long now) {
		Trouble trouble = this.troubles.computeIfAbsent(task, (id) -> new Trouble());
		if (verdict == Verdict.AWAIT_ROOM) {
			boolean first = this.troubles.values().stream().noneMatch((other) -> other.awaitsRoom);
			trouble.awaitsRoom = true;
			trouble.failingSince = Trouble.NEVER;
			trouble.roomRetryMillis = Math.min(LONGEST_ROOM_RETRY_MILLIS,
					Math.max(FIRST_ROOM_RETRY_MILLIS, 2 * trouble.roomRetryMillis));
			trouble.againAt = now + trouble.roomRetryMillis;
			return first ? Action.TELL_AND_OPEN_AGAIN : Action.OPEN_AGAIN;
		}
		if (verdict == Verdict.REOPEN_TASKS) {
			trouble.damages++;
			trouble.againAt = now + RETRY_MILLIS;
			return (trouble.damages > MAX_DAMAGES) ? Action.FAIL : Action.OPEN_AGAIN;
		}
		if (verdict != Verdict.RETRY) {
			return Action.FAIL;
		}
		if (trouble.failingSince == Trouble.NEVER) {
			trouble.failingSince = now;
		}
		trouble.againAt = now + RETRY_MILLIS;
		return (now - trouble.failingSince > TIMEOUT_MILLIS) ? Action.FAIL : Action.OPEN_AGAIN;
	}

	/**
	 * Whether it's time to open a task.
	 * @param task the task
	 * @param now milliseconds
	 */
	boolean mayOpen(T task, long now) {
		Trouble trouble = this.troubles.get(task);
		return trouble == null || now >= trouble.againAt;
	}

	/**
	 * A task was opened, which doesn't yet mean that there is room to write.
	 * @param task the task
	 */
	void opened(T task) {
		Trouble trouble = this.troubles.get(task);
		if (trouble != null) {
			trouble.failingSince = Trouble.NEVER;
			if (!trouble.awaitsRoom && trouble.damages == 0) {
				this.troubles.remove(task);
			}
		}
	}

	/**
	 * A task's state was written: the trouble is over.
	 * @param task the task
	 * @return whether it was the last one that waited for room
	 */
	boolean written(T task) {
		Trouble trouble = this.troubles.remove(task);
		return trouble != null && trouble.awaitsRoom
				&& this.troubles.values().stream().noneMatch((other) -> other.awaitsRoom);
	}

	/**
	 * Whether there's no trouble at all.
	 */
	boolean none() {
		return this.troubles.isEmpty();
	}

	/**
	 * A task was given away.
	 * @param task the task
	 */
	void forget(T task) {
		this.troubles.remove(task);
	}

	/**
	 * The tasks that the disk had no room for since something was last written for them.
	 */
	Set<T> awaitingRoom() {
		Set<T> tasks = new TreeSet<>();
		this.troubles.forEach((task, trouble) -> {
			if (trouble.awaitsRoom) {
				tasks.add(task);
			}
		});
		return tasks;
	}

	/**
	 * What follows from a failure.
	 */
	enum Action {

		/** Close the task and open it when it's time. */
		OPEN_AGAIN,
		/** The same, and it is news: the disk is full. */
		TELL_AND_OPEN_AGAIN,
		/** The thread can't go on. */
		FAIL

	}

	private static final class Trouble {

		private static final long NEVER = Long.MIN_VALUE;

		private long failingSince = NEVER;

		private long againAt = NEVER;

		private int damages;

		private boolean awaitsRoom;

		private long roomRetryMillis;

	}

}
