package io.millrace.streams.processor;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the timestamp that the producer or the broker gave a record; in place of a
 * negative one, the highest timestamp found so far in the record's partition.
 */
public class UsePartitionTimeOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

	/**
	 * Makes an extractor.
	 */
	public UsePartitionTimeOnInvalidTimestamp() {
	}

	/**
	 * Falls back on the time of the partition.
	 * @param record the record
	 * @param recordTimestamp its timestamp
	 * @param partitionTime the highest timestamp found so far in the record's partition
	 * @return the partition's time
	 * @throws StreamsException if no timestamp was found in the partition before
	 */
	@Override
	public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime)
			throws StreamsException {
		if (partitionTime < 0) {
			throw new StreamsException("Record at " + record.topic() + "-" + record.partition() + " offset "
					+ record.offset() + " has the invalid timestamp " + recordTimestamp
					+ ", and no earlier record of the partition had a valid one to fall back on.");
		}
		return partitionTime;
	}

}
