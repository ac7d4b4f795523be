package io.millrace.streams.errors;

/**
 * A topic that the topology reads doesn't exist.
 */
public class MissingSourceTopicException extends StreamsException {

	private static final long serialVersionUID = 1L;

	/**
	 * Makes an exception.
	 * @param message what is wrong, and what to do
	 */
	public MissingSourceTopicException(String message) {
		super(message);
	}

}
