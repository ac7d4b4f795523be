package io.millrace.streams.embedded;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when an embedded broker can't be started, stopped or asked to create a topic.
 * The message says which broker, what went wrong, and what can be done.
 */
public class EmbeddedKafkaException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param message what went wrong and what can be done
	 * @param cause the cause, or {@code null} if there is none
	 */
	public EmbeddedKafkaException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
