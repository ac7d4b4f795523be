package io.millrace.streams.internal.commit;

/**
 * Told before and after each numbered step of a commit, so that a test can make one fail
 * by throwing, or halt the process there. Called by the thread that commits.
 */
public interface CommitStepListener {

	/** Does nothing. */
	CommitStepListener NONE = new CommitStepListener() {
	};

	/**
	 * Called before a step runs. What it throws counts as a failure of the step.
	 * @param step the step
	 */
	default void before(CommitStep step) {
	}

	/**
	 * Called after a step succeeded. What it throws counts as a failure of the next step;
	 * after the last one, as a failure of that one.
	 * @param step the step
	 */
	default void after(CommitStep step) {
	}

}
