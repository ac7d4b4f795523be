package io.millrace.streams.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What a user can ask of a broker, checked as it is set. Filled by the builders of
 * {@link EmbeddedKafka} and {@link EmbeddedKafkaProcess}; whoever keeps it takes a copy.
 */
final class BrokerSettings {

	private @Nullable Path directory;

	private int port;

	private final Map<String, String> properties = new LinkedHashMap<>();

	private final Map<String, Integer> topics = new LinkedHashMap<>();

	BrokerSettings copy() {
		BrokerSettings copy = new BrokerSettings();
		copy.directory = this.directory;
		copy.port = this.port;
		copy.properties.putAll(this.properties);
		copy.topics.putAll(this.topics);
		return copy;
	}

	@Nullable Path directory() {
		return this.directory;
	}

	void directory(Path directory) {
		Path absolute = directory.toAbsolutePath();
		if (absolute.toString().contains(",")) {
			throw new IllegalArgumentException("Kafka can't keep its data in " + absolute
					+ " since it takes a comma for the end of the path: use a directory without one");
		}
		this.directory = absolute;
	}

	int port() {
		return this.port;
	}

	void port(int port) {
		if (port < 0 || port > 65_535) {
			throw new IllegalArgumentException("The embedded Kafka broker can't use port " + port
					+ ": use one from 1 to 65535, or 0 to have a free one chosen");
		}
		this.port = port;
	}

	Map<String, String> properties() {
		return this.properties;
	}

	void property(String name, String value) {
		Objects.requireNonNull(value, () -> "The broker property '" + name + "' has no value");
		String reason = BrokerProperties.reservedBecause(name);
		if (reason != null) {
			throw new IllegalArgumentException(
					"The broker property '" + name + "' can't be set on an embedded Kafka broker: " + reason);
		}
		this.properties.put(name, value);
	}

	Map<String, Integer> topics() {
		return this.topics;
	}

	void topic(String name, int partitions) {
		checkTopic(name, partitions);
		this.topics.put(name, partitions);
	}

	static void checkTopic(String name, int partitions) {
		Objects.requireNonNull(name, "A topic of the embedded Kafka broker has no name");
		if (partitions < 1) {
			throw new IllegalArgumentException(
					"Topic '" + name + "' can't have " + partitions + " partitions: give it one or more");
		}
	}

}
