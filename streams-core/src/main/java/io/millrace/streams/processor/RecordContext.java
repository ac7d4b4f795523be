package io.millrace.streams.processor;

import org.apache.kafka.common.header.Headers;

public interface RecordContext {

	String topic();

	int partition();

	long offset();

	long timestamp();

	Headers headers();

	byte[] sourceRawKey();

	byte[] sourceRawValue();

}
