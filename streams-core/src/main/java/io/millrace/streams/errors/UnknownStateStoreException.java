package io.millrace.streams.errors;

/**
 * No store of the topology has the name asked for.
 */
public class UnknownStateStoreException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public UnknownStateStoreException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public UnknownStateStoreException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
