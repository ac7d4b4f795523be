package io.millrace.streams.processor.api;

/**
 * Where a record was read.
 */
public interface RecordMetadata {

	/**
	 * The topic.
	 * @return the topic's name
	 */
	String topic();

	/**
	 * The partition.
	 * @return the partition
	 */
	int partition();

	/**
	 * The offset.
	 * @return the offset
	 */
	long offset();

}
