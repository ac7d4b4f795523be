package io.millrace.streams.embedded.autoconfigure;

import java.nio.file.Path;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What can be configured of the embedded broker that
 * {@link EmbeddedKafkaAutoConfiguration} starts.
 *
 * @param enabled Whether to start an embedded Kafka broker when no other one is
 * configured.
 * @param directory Directory that keeps the broker's data over restarts. By default a
 * temporary one, deleted when the application stops.
 * @param port Port the broker listens on. 0 has a free one chosen.
 * @param topics Topics to create when the broker starts, and their numbers of partitions.
 * Names that hold anything but lower-case letters, digits and dashes go into square
 * brackets.
 * @param brokerProperties Properties of Kafka's broker, in place of the embedded broker's
 * defaults.
 */
@ConfigurationProperties("streams.embedded-kafka")
record EmbeddedKafkaProperties(@DefaultValue("true") boolean enabled, @Nullable Path directory,
		@DefaultValue("0") int port, @DefaultValue Map<String, Integer> topics,
		@DefaultValue Map<String, String> brokerProperties) {

}
