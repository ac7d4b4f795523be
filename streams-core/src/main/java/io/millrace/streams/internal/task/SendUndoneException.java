package io.millrace.streams.internal.task;

import io.millrace.streams.errors.StreamsException;

/**
 * A result couldn't be sent, and the user's handler wants work to go on: the work since
 * the last commit is undone and done again, in another way if need be.
 */
public final class SendUndoneException extends StreamsException {

	private static final long serialVersionUID = 1L;

	private final boolean settled;

	/**
	 * Makes an exception.
	 * @param message what couldn't be sent
	 * @param cause what the producer said
	 * @param settled whether that result won't fail again
	 */
	public SendUndoneException(String message, Exception cause, boolean settled) {
		super(message, cause);
		this.settled = settled;
	}

	/**
	 * Whether the work is done in another way the next time, rather than tried again.
	 * @return true if so
	 */
	public boolean settled() {
		return this.settled;
	}

}
