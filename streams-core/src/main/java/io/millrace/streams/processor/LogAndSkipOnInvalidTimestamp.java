package io.millrace.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the timestamp that the producer or the broker gave a record; a record with a
 * negative one is logged at WARN, dropped and counted.
 */
public class LogAndSkipOnInvalidTimestamp extends ExtractRecordMetadataTimestamp {

	private static final Logger logger = LoggerFactory.getLogger(LogAndSkipOnInvalidTimestamp.class);

	/**
	 * Makes an extractor.
	 */
	public LogAndSkipOnInvalidTimestamp() {
	}

	/**
	 * Logs the record's place.
	 * @param record the record
	 * @param recordTimestamp its timestamp
	 * @param partitionTime the highest timestamp found so far in the record's partition
	 * @return the invalid timestamp, so that the record is dropped
	 */
	@Override
	public long onInvalidTimestamp(ConsumerRecord<Object, Object> record, long recordTimestamp, long partitionTime) {
		logger.warn("Dropped the record at {}-{} offset {}: its timestamp {} is invalid", record.topic(),
				record.partition(), record.offset(), recordTimestamp);
		return recordTimestamp;
	}

}
