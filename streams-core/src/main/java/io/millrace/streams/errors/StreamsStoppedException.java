package io.millrace.streams.errors;

/**
 * The application stopped. Trying again is of no use.
 */
public class StreamsStoppedException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StreamsStoppedException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StreamsStoppedException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
