package io.millrace.streams.spring.boot.autoconfigure.endpoint;

/**
 * A query that can't be answered because of how it was put.
 */
class BadQueryException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	BadQueryException(String message) {
		super(message);
	}

	String reason() {
		return String.valueOf(getMessage());
	}

}
