package io.millrace.streams.errors;

/**
 * Tasks are being handed out or restored. Try again later.
 */
public class StreamsRebalancingException extends InvalidStateStoreException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public StreamsRebalancingException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public StreamsRebalancingException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
