package io.millrace.streams.processor;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Where the record being processed came from, and what came with it.
 */
public interface RecordContext {

	/**
	 * The topic that the record was read from.
	 * @return the topic, or null within a punctuation
	 */
	@Nullable String topic();

	/**
	 * The partition that the record was read from.
	 * @return the partition, or -1 within a punctuation
	 */
	int partition();

	/**
	 * The offset that the record was read at.
	 * @return the offset, or -1 within a punctuation
	 */
	long offset();

	/**
	 * The timestamp of the record.
	 * @return milliseconds since the epoch
	 */
	long timestamp();

	/**
	 * The headers of the record.
	 * @return the headers; empty within a punctuation
	 */
	Headers headers();

	/**
	 * The bytes of the key as they were read.
	 * @return the bytes, not to be changed, or null if there is no key or it wasn't kept
	 */
	byte @Nullable [] sourceRawKey();

	/**
	 * The bytes of the value as they were read.
	 * @return the bytes, not to be changed, or null if there is no value or it wasn't
	 * kept
	 */
	byte @Nullable [] sourceRawValue();

}
