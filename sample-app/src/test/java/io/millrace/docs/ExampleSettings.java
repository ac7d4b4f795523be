package io.millrace.docs;

import java.util.Properties;

import io.millrace.streams.StreamsConfig;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The settings with which the examples of the documentation run.
 */
final class ExampleSettings {

	static final String APPLICATION_ID = "shop";

	private ExampleSettings() {
	}

	/**
	 * Keys and values are strings unless a topology says otherwise, and names have to be
	 * given, as with the starter.
	 */
	static Properties strings() {
		Properties settings = new Properties();
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION_ID);
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:9092");
		settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
		settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
		return settings;
	}

}
