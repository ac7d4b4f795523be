package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Map;
import java.util.Set;

/**
 * How the brokers are reached: addresses, security and SSL as settings of Kafka's
 * clients. {@link ApplicationConfigurations} asks for them when it configures an
 * application.
 */
@FunctionalInterface
interface ConnectionSettings {

	/**
	 * Add the settings.
	 * @param settings settings by the runtime's own names
	 * @param names where to remember which property each came from
	 * @return names of settings that the runtime doesn't know, but must hand on
	 */
	Set<String> apply(Map<String, Object> settings, PropertyNames names);

}
