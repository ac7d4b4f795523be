package io.millrace.streams.internal.commit;

/**
 * What a failure means for the thread that met it. {@link FailureTable} gives it.
 */
public enum Verdict {

	/** The same call may be made again; it may have had its effect already. */
	RETRY,

	/** The transaction is lost, the producer and the membership are not. */
	ABORT_AND_CONTINUE,

	/**
	 * The group doesn't count this member, or its tasks, any more: the next poll tells.
	 */
	REJOIN,

	/** The producer is of no use any more; a new one takes over its transactional id. */
	RECREATE_PRODUCER,

	/** What is held locally can't be trusted: back to the changelogs. */
	REOPEN_TASKS,

	/**
	 * There is no room for state on the disk: tasks are opened again until there is. That
	 * may take long, and is no reason to end.
	 */
	AWAIT_ROOM,

	/** The thread has to end. */
	FATAL

}
