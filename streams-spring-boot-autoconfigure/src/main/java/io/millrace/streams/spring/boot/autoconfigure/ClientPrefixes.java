package io.millrace.streams.spring.boot.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.StreamsConfig;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Which settings Kafka's clients know, and how the others reach them.
 */
final class ClientPrefixes {

	private static final List<String> ALL = List.of(StreamsConfig.CONSUMER_PREFIX, StreamsConfig.PRODUCER_PREFIX,
			StreamsConfig.ADMIN_CLIENT_PREFIX);

	private static final Set<String> KNOWN = known();

	private ClientPrefixes() {
	}

	private static Set<String> known() {
		Set<String> known = new TreeSet<>(ConsumerConfig.configNames());
		known.addAll(ProducerConfig.configNames());
		known.addAll(AdminClientConfig.configNames());
		return Set.copyOf(known);
	}

	/**
	 * Tell whether some client knows a setting, which the runtime then hands to it.
	 * @param name the name
	 * @return whether it is known
	 */
	static boolean isKnown(String name) {
		return KNOWN.contains(name);
	}

	/**
	 * Add a setting that clients don't know, but their plug-ins do.
	 * @param settings settings by the runtime's own names
	 * @param name the name
	 * @param value the value
	 */
	static void putForAll(Map<String, Object> settings, String name, Object value) {
		ALL.forEach((prefix) -> settings.put(prefix + name, value));
	}

}
