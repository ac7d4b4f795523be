package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.benchmarks.application.ApplicationSettings;

/**
 * An operation as a topology of Millrace. Each has its twin in the package for Kafka
 * Streams, which differs in the imports alone where it can.
 */
interface MillraceTopology {

	void define(StreamsBuilder builder, ApplicationSettings settings);

}
