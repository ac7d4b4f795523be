package io.millrace.streams.errors;

/**
 * State on disk is in use by another process or thread.
 */
public class LockException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public LockException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public LockException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public LockException(Throwable throwable) {
		super(throwable);
	}

}
