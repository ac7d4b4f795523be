package io.millrace.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Takes the current time of the machine, whatever timestamp a record has. Results then
 * depend on when records are processed, and differ when they are processed again.
 */
public class WallclockTimestampExtractor implements TimestampExtractor {

	/**
	 * Makes an extractor.
	 */
	public WallclockTimestampExtractor() {
	}

	@Override
	public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
		return System.currentTimeMillis();
	}

}
