package io.millrace.streams.internal.runtime;

import io.millrace.streams.errors.StreamsException;

/**
 * Another instance asked the whole application to shut down.
 */
final class ShutdownRequestedException extends StreamsException {

	private static final long serialVersionUID = 1L;

	ShutdownRequestedException(String message) {
		super(message);
	}

}
