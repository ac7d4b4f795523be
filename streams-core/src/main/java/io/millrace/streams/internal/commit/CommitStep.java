package io.millrace.streams.internal.commit;

/**
 * The numbered steps of a commit. What a step does under either guarantee is written at
 * {@link CommitProtocol}.
 */
public enum CommitStep {

	/** Operators forward what they hold back. */
	FLUSH_OPERATORS(1),

	/** The last value of each key goes to the changelogs. */
	WRITE_CHANGELOGS(2),

	/**
	 * Exactly once: the offsets join the transaction. At least once: waits until the
	 * broker has all outputs and changelogs.
	 */
	SEND_OFFSETS(3),

	/**
	 * The point of no return. Exactly once: the transaction commits. At least once: the
	 * offsets are committed.
	 */
	COMMIT(4),

	/** The overlays move to the engines. */
	PUBLISH(5);

	private final int number;

	CommitStep(int number) {
		this.number = number;
	}

	/**
	 * The number in the protocol.
	 * @return 1 to 5
	 */
	public int number() {
		return this.number;
	}

}
