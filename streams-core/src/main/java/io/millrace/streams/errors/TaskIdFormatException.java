package io.millrace.streams.errors;

/**
 * A text that should be a task id isn't one.
 */
public class TaskIdFormatException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public TaskIdFormatException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public TaskIdFormatException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public TaskIdFormatException(Throwable throwable) {
		super(throwable);
	}

}
