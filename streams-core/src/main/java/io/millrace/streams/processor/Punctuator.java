package io.millrace.streams.processor;

public interface Punctuator {

	void punctuate(long timestamp);

}
