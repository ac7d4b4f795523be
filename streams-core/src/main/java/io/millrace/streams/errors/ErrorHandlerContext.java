package io.millrace.streams.errors;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where an error happened, as a handler of errors sees it. Valid during the call of the
 * handler, and for its thread.
 */
public interface ErrorHandlerContext {

	/**
	 * The topic that the record was read from.
	 * @return the topic, a repartition topic by its full name; null if no record caused
	 * the error, as in a punctuation
	 */
	@Nullable String topic();

	/**
	 * The partition that the record was read from.
	 * @return the partition, or -1 if no record caused the error
	 */
	int partition();

	/**
	 * The offset that the record was read at.
	 * @return the offset, or -1 if no record caused the error
	 */
	long offset();

	/**
	 * The headers of the record that was read.
	 * @return the headers, not to be changed; empty if there is none
	 */
	Headers headers();

	/**
	 * The operator that failed.
	 * @return its name in the topology
	 */
	String processorNodeId();

	/**
	 * The task that failed.
	 * @return its id
	 */
	TaskId taskId();

	/**
	 * The timestamp of the record that was read, or of the punctuation.
	 * @return milliseconds since the epoch
	 */
	long timestamp();

	/**
	 * The bytes of the key as they were read.
	 * @return the bytes, not to be changed; null if there is no key or no record, or if
	 * the record is one of before that isn't at hand any more
	 */
	byte @Nullable [] sourceRawKey();

	/**
	 * The bytes of the value as they were read.
	 * @return the bytes, not to be changed; null if there is no value or no record, or if
	 * the record is one of before that isn't at hand any more
	 */
	byte @Nullable [] sourceRawValue();

}
