package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Map;

/**
 * A bean that changes the configuration of streams applications after all properties were
 * applied. Called once for an application.
 */
@FunctionalInterface
public interface StreamsConfigCustomizer {

	/**
	 * Change the configuration of an application.
	 * @param topology the name of the topology bean
	 * @param config settings by the runtime's own names, to be changed in place
	 */
	void customize(String topology, Map<String, Object> config);

}
