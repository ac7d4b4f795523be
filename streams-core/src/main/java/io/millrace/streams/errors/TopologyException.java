package io.millrace.streams.errors;

/**
 * A topology that can't run: parts of it are missing, named twice or don't fit together.
 */
public class TopologyException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public TopologyException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public TopologyException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public TopologyException(Throwable throwable) {
		super(throwable);
	}

}
