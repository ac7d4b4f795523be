package io.millrace.streams.spring.boot.autoconfigure;

import io.millrace.streams.KafkaStreams;

/**
 * A bean that is handed the runtime of an application before it starts, to set handlers
 * and listeners. Called again on each start, with another runtime.
 */
@FunctionalInterface
public interface KafkaStreamsCustomizer {

	/**
	 * Change a runtime that is about to start.
	 * @param topology the name of the topology bean
	 * @param streams the runtime
	 */
	void customize(String topology, KafkaStreams streams);

}
