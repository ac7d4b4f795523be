package io.millrace.streams.errors;

/**
 * The application has not been started yet. Start it and try again.
 */
public class StreamsNotStartedException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StreamsNotStartedException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StreamsNotStartedException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
