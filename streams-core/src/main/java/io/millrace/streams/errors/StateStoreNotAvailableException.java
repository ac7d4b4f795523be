package io.millrace.streams.errors;

/**
 * A store is not here any more, because the application stopped. Trying again is of no
 * use.
 */
public class StateStoreNotAvailableException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StateStoreNotAvailableException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StateStoreNotAvailableException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
