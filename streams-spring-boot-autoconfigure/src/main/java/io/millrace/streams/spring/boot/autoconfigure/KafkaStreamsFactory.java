package io.millrace.streams.spring.boot.autoconfigure;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.Topology;

/**
 * Makes the runtime of an application, anew for each start. Define a bean of this type to
 * run topologies with a runtime of your own.
 */
@FunctionalInterface
public interface KafkaStreamsFactory {

	/**
	 * Make a runtime, without starting it.
	 * @param topology what to run
	 * @param config how to run it
	 * @return a new runtime
	 */
	KafkaStreams create(Topology topology, StreamsConfig config);

}
