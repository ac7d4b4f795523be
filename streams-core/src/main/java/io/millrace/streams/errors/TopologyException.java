package io.millrace.streams.errors;

@SuppressWarnings("serial")
public class TopologyException extends RuntimeException {

	public TopologyException(String message) {
		super(message);
	}

}
