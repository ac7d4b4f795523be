package io.millrace.streams.errors;

/**
 * The partition asked for isn't one that this instance has.
 */
public class InvalidStateStorePartitionException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public InvalidStateStorePartitionException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public InvalidStateStorePartitionException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
