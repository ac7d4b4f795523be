package io.millrace.streams.errors;

/**
 * A task has moved to another member, so what was done since the last commit is undone
 * here.
 */
public class TaskMigratedException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public TaskMigratedException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public TaskMigratedException(String message, Throwable throwable) {
		super(message, throwable);
	}

}
