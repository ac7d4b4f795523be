package io.millrace.streams.errors;

/**
 * State can't be read or written.
 */
public class ProcessorStateException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public ProcessorStateException(String message) {
		super(message);
	}

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 * @param throwable the cause
	 */
	public ProcessorStateException(String message, Throwable throwable) {
		super(message, throwable);
	}

	/**
	 * Makes an exception with the message of its cause.
	 * @param throwable the cause
	 */
	public ProcessorStateException(Throwable throwable) {
		super(throwable);
	}

}
