package io.millrace.streams.internal.commit;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * How a commit, or the treatment of a failure, ended.
 *
 * @param end the end
 * @param rejoin whether the group has moved on: process nothing before the next poll
 * @param reopen the tasks to be closed and opened again; not empty for {@code REOPEN}
 * @param failure what went wrong; null if nothing did
 */
public record CommitOutcome(End end, boolean rejoin, Set<CommitParticipant> reopen,
		@Nullable RuntimeException failure) {

	static final CommitOutcome NOTHING = new CommitOutcome(End.NOTHING, false, Set.of(), null);

	/**
	 * How it ended.
	 */
	public enum End {

		/** There was nothing to commit. */
		NOTHING,
		/** Everything is committed and published. */
		COMMITTED,
		/** Tasks are back at their last commit. */
		ABORTED,
		/** Some tasks can't be trusted until they are opened again. */
		REOPEN,
		/** The thread can't go on. */
		FAILED

	}

}
