package io.millrace.streams.internal.store;

import io.millrace.streams.errors.StreamsException;

/**
 * Says that a change of a row that was held back, and may stand for those of many
 * records, can't be processed, and that the error policy passes bad records over: the
 * work since the last commit has to be undone, and is repeated without holding anything.
 */
public class HeldRowException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and where
	 * @param cause what the operator threw
	 */
	public HeldRowException(String message, Throwable cause) {
		super(message, cause);
	}

}
