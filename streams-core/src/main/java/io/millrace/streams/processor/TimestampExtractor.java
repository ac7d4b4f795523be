package io.millrace.streams.processor;

import org.apache.kafka.clients.consumer.ConsumerRecord;

public interface TimestampExtractor {

	long extract(ConsumerRecord<Object, Object> consumerRecord, long timestamp);

}
