package io.millrace.streams.faults;

/**
 * Where a process can be killed: points in its commits and in restoration. Each is passed
 * by a processing thread.
 */
public enum FaultPoint {

	/** Records were processed and stores changed in memory; no changelog was written. */
	AFTER_MUTATION,

	/** The changelogs' records were handed to the producer. */
	AFTER_CHANGELOGS,

	/** All that belongs to the transaction was sent; it isn't committed. */
	BEFORE_COMMIT,

	/** The commit was answered. */
	AFTER_COMMIT,

	/** The commit is through; the state on disk or in memory doesn't have it yet. */
	BEFORE_PUBLISH,

	/** The state has what was committed. */
	AFTER_PUBLISH,

	/** A batch of a changelog was restored. */
	RESTORING

}
