package io.millrace.streams.internal.topology;

import java.util.HashMap;
import java.util.Map;

import io.millrace.streams.internal.store.BuiltInStoreBuilder;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Names and settings of the topics that belong to an application. The names and settings
 * are those of Kafka Streams, so that state can be taken over and tools find it.
 */
public final class InternalTopics {

	/**
	 * Settings of a repartition topic: records stay until they are purged behind the
	 * committed offset.
	 */
	public static final Map<String, String> REPARTITION_CONFIG = Map.of(TopicConfig.CLEANUP_POLICY_CONFIG,
			TopicConfig.CLEANUP_POLICY_DELETE, TopicConfig.SEGMENT_BYTES_CONFIG, "52428800",
			TopicConfig.RETENTION_MS_CONFIG, "-1", TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");

	private InternalTopics() {
	}

	static String repartition(String applicationId, String name) {
		return applicationId + "-" + name;
	}

	static String changelog(String applicationId, String store) {
		return applicationId + "-" + store + "-changelog";
	}

	/**
	 * Settings of the changelog of a store.
	 * @param builder what was declared, the user's settings of the topic included
	 * @param additionalRetentionMillis how long the broker keeps what expires beyond the
	 * store's retention
	 * @return the topic's settings
	 */
	static Map<String, String> changelogConfig(StoreBuilder<?> builder, long additionalRetentionMillis) {
		Map<String, String> config = new HashMap<>();
		config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
		config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
		if (builder instanceof BuiltInStoreBuilder<?> known) {
			config.putAll(known.changelogDefaults(additionalRetentionMillis));
		}
		config.putAll(builder.logConfig());
		return Map.copyOf(config);
	}

}
