package io.millrace.streams.processor;

public interface Cancellable {

	void cancel();

}
