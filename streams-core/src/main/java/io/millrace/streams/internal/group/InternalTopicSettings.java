package io.millrace.streams.internal.group;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.internal.topology.InternalTopics;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How the broker shall create internal topics: Millrace's defaults, what the user set for
 * all of them, and what a store asks for, the later going before the earlier. It's part
 * of the topology that a group is created with, so it must not depend on anything but
 * settings.
 *
 * @param replicationFactor copies of each topic; -1 to leave it to the broker
 * @param settings what the user set for all internal topics
 */
public record InternalTopicSettings(int replicationFactor, Map<String, String> settings) {

	public InternalTopicSettings {
		settings = Map.copyOf(settings);
	}

	/**
	 * Told even if it's left to the broker: to a group, that and nothing are different
	 * topologies, and Kafka Streams tells it.
	 */
	Optional<Short> replicas() {
		return Optional.of((short) this.replicationFactor);
	}

	Map<String, String> repartition() {
		Map<String, String> all = new HashMap<>(InternalTopics.REPARTITION_CONFIG);
		all.putAll(this.settings);
		return all;
	}

	Map<String, String> changelog(Map<String, String> ofStore) {
		Map<String, String> all = new HashMap<>();
		all.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
		all.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
		all.putAll(this.settings);
		all.putAll(ofStore);
		return all;
	}

}
