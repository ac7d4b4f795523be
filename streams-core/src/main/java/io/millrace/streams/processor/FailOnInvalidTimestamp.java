package io.millrace.streams.processor;

import io.millrace.streams.errors.StreamsException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the timestamp that the producer or the broker gave a record; a negative one is a
 * failure. The default.
 */
public class FailOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

	/**
	 * Makes an extractor.
	 */
	public FailOnInvalidTimestamp() {
	}

	/**
	 * Refuses the record.
	 * @param record the record
	 * @param recordTimestamp its timestamp
	 * @param partitionTime the highest timestamp found so far in the record's partition
	 * @return never
	 * @throws StreamsException always
	 */
	@Override
	public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime)
			throws StreamsException {
		throw new StreamsException("Record at " + record.topic() + "-" + record.partition() + " offset "
				+ record.offset() + " has the invalid timestamp " + recordTimestamp
				+ ". Let its producer set one, or set default.timestamp.extractor to an extractor that copes with it.");
	}

}
