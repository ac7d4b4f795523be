package io.millrace.streams.errors;

/**
 * A store was closed or moved to another instance after it was looked up. Ask for the
 * store again.
 */
public class StateStoreMigratedException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StateStoreMigratedException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StateStoreMigratedException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
