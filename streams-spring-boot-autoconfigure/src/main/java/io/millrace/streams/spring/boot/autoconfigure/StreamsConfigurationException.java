package io.millrace.streams.spring.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Settings that an application can't be run with, told in the names that the user wrote.
 */
public class StreamsConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	StreamsConfigurationException(String message, String action) {
		this(message, action, null);
	}

	StreamsConfigurationException(String message, String action, @Nullable Throwable cause) {
		super(message, cause);
		this.action = action;
	}

	/**
	 * Return what mends it.
	 * @return what to do, in one sentence
	 */
	public String getAction() {
		return this.action;
	}

}
