package io.millrace.streams.internal.group;

import java.util.Set;

import io.millrace.streams.processor.TaskId;

/**
 * Told by {@link Membership} what the group decided. Called within
 * {@link Membership#poll} and {@link Membership#leave}, on the thread that calls those. A
 * failure thrown here doesn't reach the client, to which it would be fatal: it's kept for
 * {@link Membership#throwListenerFailure}.
 */
public interface MembershipListener {

	/**
	 * The tasks this member owns from now on: all of them, not a difference. Those it
	 * doesn't own any more have been revoked before.
	 * @param tasks the active tasks
	 * @param ready whether the group may process: false while topics are missing, say
	 */
	void onAssigned(Set<TaskId> tasks, boolean ready);

	/**
	 * Tasks that go to another member once this call returns. It's the last chance to
	 * commit for them.
	 * @param tasks the tasks
	 */
	void onRevoked(Set<TaskId> tasks);

	/**
	 * The group has given all tasks to others already. A commit would fail. May be called
	 * twice for the same loss.
	 */
	void onLost();

}
