package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.ApplicationSettings;
import org.apache.kafka.streams.StreamsBuilder;

/**
 * An operation as a topology of Kafka Streams. Each has its twin in the package for
 * Millrace, which differs in the imports alone where it can.
 */
interface KafkaStreamsTopology {

	void define(StreamsBuilder builder, ApplicationSettings settings);

}
