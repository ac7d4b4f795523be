package io.millrace.streams.faults;

import org.jspecify.annotations.Nullable;

/**
 * A run couldn't be carried out, whatever the application did right or wrong.
 */
public class FaultRunException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what went wrong, in a sentence
	 * @param cause the cause, if there is one
	 */
	public FaultRunException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
