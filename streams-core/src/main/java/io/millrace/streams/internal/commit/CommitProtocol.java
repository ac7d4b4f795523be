package io.millrace.streams.internal.commit;

import org.jspecify.annotations.Nullable;

/**
 * The commit as a state machine: told how an action went, it says which one is next.
 * Nothing but the order of actions lives here; {@link Committer} carries them out.
 *
 * <pre>
 * step  exactly once                     at least once
 * 1     operators flush                  operators flush
 * 2     changelogs are written           changelogs are written
 * 3     offsets join the transaction     outputs and changelogs are awaited
 * 4     the transaction commits          the offsets are committed
 * 5     overlays go to the engines       overlays go to the engines
 * </pre>
 *
 * What fails before step 4 leaves nothing behind: the transaction is aborted, tasks go
 * back to their last commit, and nothing has to be restored. If the outcome of step 4
 * can't be learnt, or step 5 fails, the tasks are reopened, since their changelogs know
 * better than they do. Not thread-safe; used for one commit.
 */
final class CommitProtocol {

	/**
	 * How often an action that may be repeated is tried in all.
	 */
	static final int ATTEMPTS = 3;

	private final boolean transactional;

	private Action current = Action.COMMITTED;

	/** Where an abort leads to. */
	private Action afterAbort = Action.RESET_TASKS;

	private int attempts = 1;

	private boolean rejoin;

	/** Whether a transaction might have committed although a call said otherwise. */
	private boolean outcomeUnknown;

	CommitProtocol(boolean exactlyOnce) {
		this.transactional = exactlyOnce;
	}

	/**
	 * Begins a commit.
	 * @return the first action
	 */
	Action start() {
		return next(Action.FLUSH_OPERATORS);
	}

	/**
	 * Begins with a failure that came while records were processed.
	 * @param verdict what it means
	 * @return the first action
	 */
	Action startAborting(Verdict verdict) {
		return beforeCommit(verdict);
	}

	/**
	 * The current action succeeded.
	 * @return the next one
	 */
	Action succeeded() {
		return next(switch (this.current) {
			case FLUSH_OPERATORS -> Action.WRITE_CHANGELOGS;
			case WRITE_CHANGELOGS -> Action.SEND_OFFSETS;
			case SEND_OFFSETS -> Action.COMMIT;
			case COMMIT -> Action.PUBLISH;
			case PUBLISH -> Action.COMMITTED;
			case ABORT_TRANSACTION, RECREATE_PRODUCER -> this.afterAbort;
			case RESET_TASKS -> Action.ABORTED;
			case COMMITTED, ABORTED, REOPEN, FAIL -> throw new IllegalStateException("The commit has ended.");
		});
	}

	/**
	 * The current action failed.
	 * @param verdict what the failure means
	 * @return the next action
	 */
	Action failed(Verdict verdict) {
		return switch (this.current) {
			case FLUSH_OPERATORS, WRITE_CHANGELOGS, SEND_OFFSETS -> beforeCommit(verdict);
			case COMMIT -> this.transactional ? inTransactionalCommit(verdict) : inOffsetCommit(verdict);
			case PUBLISH, RESET_TASKS -> next(Action.REOPEN);
			case ABORT_TRANSACTION -> inAbort(verdict);
			case RECREATE_PRODUCER -> next(Action.FAIL);
			case COMMITTED, ABORTED, REOPEN, FAIL -> throw new IllegalStateException("The commit has ended.");
		};
	}

	/**
	 * Whether the group has moved on, so that only a poll can tell what is owned.
	 */
	boolean rejoin() {
		return this.rejoin;
	}

	private Action beforeCommit(Verdict verdict) {
		return switch (verdict) {
			case RETRY, ABORT_AND_CONTINUE -> abortThen(Action.RESET_TASKS);
			case REJOIN -> {
				this.rejoin = true;
				yield abortThen(Action.RESET_TASKS);
			}
			case RECREATE_PRODUCER -> recreateThen(Action.RESET_TASKS);
			case REOPEN_TASKS, AWAIT_ROOM -> abortThen(Action.REOPEN);
			case FATAL -> abortThen(Action.FAIL);
		};
	}

	private Action inTransactionalCommit(Verdict verdict) {
		return switch (verdict) {
			case RETRY -> {
				this.outcomeUnknown = true;
				yield mayRepeat() ? repeat() : recreateThen(Action.REOPEN);
			}
			// Only the first answer proves that nothing was committed: after a call that
			// timed out, an earlier one may have been heard.
			case ABORT_AND_CONTINUE ->
				this.outcomeUnknown ? recreateThen(Action.REOPEN) : abortThen(Action.RESET_TASKS);
			case REJOIN, RECREATE_PRODUCER, REOPEN_TASKS, AWAIT_ROOM -> recreateThen(Action.REOPEN);
			case FATAL -> abortThen(Action.FAIL);
		};
	}

	private Action inOffsetCommit(Verdict verdict) {
		return (verdict == Verdict.RETRY && mayRepeat()) ? repeat() : beforeCommit(verdict);
	}

	private Action inAbort(Verdict verdict) {
		if (verdict == Verdict.RETRY && mayRepeat()) {
			return repeat();
		}
		if (this.afterAbort == Action.FAIL || verdict == Verdict.FATAL) {
			return next(Action.FAIL);
		}
		// A new producer ends what the old one left open. If the step that failed was the
		// commit, an abort that is refused may mean that it was committed.
		return recreateThen(this.outcomeUnknown ? Action.REOPEN : this.afterAbort);
	}

	private Action abortThen(Action then) {
		this.outcomeUnknown |= this.current == Action.COMMIT;
		this.afterAbort = then;
		return next(this.transactional ? Action.ABORT_TRANSACTION : then);
	}

	private Action recreateThen(Action then) {
		this.afterAbort = then;
		return next(Action.RECREATE_PRODUCER);
	}

	private boolean mayRepeat() {
		return this.attempts < ATTEMPTS;
	}

	private Action repeat() {
		this.attempts++;
		return this.current;
	}

	private Action next(Action action) {
		this.attempts = 1;
		this.current = action;
		return action;
	}

	/**
	 * What is to be done next.
	 */
	enum Action {

		/** Step 1. */
		FLUSH_OPERATORS(CommitStep.FLUSH_OPERATORS),

		/** Step 2. */
		WRITE_CHANGELOGS(CommitStep.WRITE_CHANGELOGS),

		/** Step 3. */
		SEND_OFFSETS(CommitStep.SEND_OFFSETS),

		/** Step 4. */
		COMMIT(CommitStep.COMMIT),

		/** Step 5. */
		PUBLISH(CommitStep.PUBLISH),

		/** Abort the transaction, if one is open. */
		ABORT_TRANSACTION(null),

		/** Give the producer up for a new one with the same transactional id. */
		RECREATE_PRODUCER(null),

		/** Tasks drop what isn't committed, the consumer seeks back. */
		RESET_TASKS(null),

		/** The end: all is committed. */
		COMMITTED(null),

		/** The end: nothing is committed, work goes on from the last commit. */
		ABORTED(null),

		/** The end: tasks have to be closed and opened again. */
		REOPEN(null),

		/** The end: the thread has to stop. */
		FAIL(null);

		private final @Nullable CommitStep step;

		Action(@Nullable CommitStep step) {
			this.step = step;
		}

		@Nullable CommitStep step() {
			return this.step;
		}

		boolean isEnd() {
			return this.compareTo(COMMITTED) >= 0;
		}

	}

}
