package io.millrace.streams.internal.store;

import io.millrace.streams.errors.ProcessorStateException;

/**
 * What an engine throws if its data on disk can't be trusted: a checksum that doesn't
 * match, a file that is missing or too short. Trying again is of no use; the directory is
 * set aside when the task is opened next, and the state rebuilt from its changelog.
 */
public class CorruptStateException extends ProcessorStateException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and where
	 */
	public CorruptStateException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and where
	 * @param cause what the engine or the file system said
	 */
	public CorruptStateException(String message, Throwable cause) {
		super(message, cause);
	}

}
