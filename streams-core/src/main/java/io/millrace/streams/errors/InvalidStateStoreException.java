package io.millrace.streams.errors;

/**
 * A store can't be queried; the subclasses say why, and whether to try again.
 */
public class InvalidStateStoreException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public InvalidStateStoreException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public InvalidStateStoreException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public InvalidStateStoreException(Throwable throwable) {
		super(throwable);
	}

}
