package io.millrace.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the timestamp that the producer or the broker gave a record, and leaves what to
 * do about an invalid one to its subclasses.
 */
abstract class ExtractRecordMetadataTimestamp implements TimestampExtractor {

	@Override
	public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
		long timestamp = record.timestamp();
		return (timestamp >= 0) ? timestamp : onInvalidTimestamp(record, timestamp, partitionTime);
	}

	/**
	 * Decides about a record whose timestamp is negative.
	 * @param record the record
	 * @param recordTimestamp its timestamp
	 * @param partitionTime the highest timestamp found so far in the record's partition,
	 * -1 before the first
	 * @return the timestamp to use; negative to drop the record
	 */
	public abstract long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp,
			long partitionTime);

}
