package io.millrace.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds the time at which what a record tells of happened. One instance serves one
 * thread's sources, or all threads if an instance is given in code, so it should hold no
 * state.
 */
@FunctionalInterface
public interface TimestampExtractor {

	/**
	 * Finds the timestamp of a record.
	 * @param record the record, deserialised; its key and value may be null
	 * @param partitionTime the highest timestamp found so far in the record's partition,
	 * -1 before the first
	 * @return milliseconds since the epoch; a negative number makes the record a bad one,
	 * which is dropped and counted
	 */
	long extract(ConsumerRecord<Object, Object> record, long partitionTime);

}
