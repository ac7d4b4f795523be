package io.millrace.streams.spring.boot.autoconfigure;

import java.util.Map;

import io.millrace.streams.StreamsConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * What one application is run with.
 *
 * @param name the name of its topology bean
 * @param applicationId its id
 * @param autoStartup whether it starts with the context
 * @param settings settings by the runtime's own names
 * @param names which property each setting came from
 */
record ApplicationConfiguration(String name, String applicationId, boolean autoStartup, Map<String, Object> settings,
		PropertyNames names) {

	/**
	 * Check the settings and hand them to the runtime.
	 * @return the runtime's configuration
	 * @throws StreamsConfigurationException if the runtime refuses them
	 */
	StreamsConfig toStreamsConfig() {
		try {
			return new StreamsConfig(this.settings);
		}
		catch (ConfigException ex) {
			throw refused(ex);
		}
	}

	/**
	 * Tell of a refusal in the user's names.
	 * @param ex what the runtime said
	 * @return the exception to throw
	 */
	StreamsConfigurationException refused(ConfigException ex) {
		String message = (ex.getMessage() != null) ? ex.getMessage() : "the configuration is invalid";
		return new StreamsConfigurationException(
				"Streams application '" + this.name + "' can't be run as configured: " + this.names.translate(message),
				"Correct the named properties.", ex);
	}

}
