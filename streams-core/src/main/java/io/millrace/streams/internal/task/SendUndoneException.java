package io.millrace.streams.internal.task;

import io.millrace.streams.errors.StreamsException;

/**
 * A result couldn't be sent, and the user's handler wants work to go on: the work since
 * the last commit is undone and done again, in another way if need be.
 */
public final class SendUndoneException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what couldn't be sent
	 * @param cause what the producer said
	 */
	public SendUndoneException(String message, Exception cause) {
		super(message, cause);
	}

}
