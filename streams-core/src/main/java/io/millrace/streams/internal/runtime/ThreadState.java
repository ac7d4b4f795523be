package io.millrace.streams.internal.runtime;

/**
 * The state of one processing thread.
 */
enum ThreadState {

	/** It waits for a broker or for the group. */
	STARTING,

	/** It has tasks that don't process yet. */
	RESTORING,

	/** All its tasks process, or it has none. */
	RUNNING,

	/** It ended as it was told to. */
	CLOSED,

	/** A failure ended it. */
	FAILED;

	boolean ended() {
		return this == CLOSED || this == FAILED;
	}

}
