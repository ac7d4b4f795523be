package io.millrace.streams.processor.api;

public interface RecordMetadata {

	String topic();

	int partition();

	long offset();

}
