package io.millrace.streams;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.internal.store.StateEngines;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Tells names of settings that mean something from those that don't. Used by
 * {@link SettingCheck}.
 */
final class KnownSettings {

	static final List<String> CONSUMER_PREFIXES = List.of("", StreamsConfig.CONSUMER_PREFIX,
			StreamsConfig.MAIN_CONSUMER_PREFIX, StreamsConfig.RESTORE_CONSUMER_PREFIX,
			StreamsConfig.GLOBAL_CONSUMER_PREFIX);

	static final List<String> PRODUCER_PREFIXES = List.of("", StreamsConfig.PRODUCER_PREFIX);

	private static final Map<String, Set<String>> BY_PREFIX = Map.of(StreamsConfig.MAIN_CONSUMER_PREFIX,
			ConsumerConfig.configNames(), StreamsConfig.RESTORE_CONSUMER_PREFIX, ConsumerConfig.configNames(),
			StreamsConfig.GLOBAL_CONSUMER_PREFIX, ConsumerConfig.configNames(), StreamsConfig.CONSUMER_PREFIX,
			ConsumerConfig.configNames(), StreamsConfig.PRODUCER_PREFIX, ProducerConfig.configNames(),
			StreamsConfig.ADMIN_CLIENT_PREFIX, AdminClientConfig.configNames(), StreamsConfig.TOPIC_PREFIX,
			topicNames());

	/** Settings that Kafka's own classes read, behind names that users choose. */
	private static final List<String> OPEN_PREFIXES = List.of("config.providers.", "metrics.context.");

	/** Settings of Kafka's list and window serdes, which read them by themselves. */
	private static final Set<String> OF_SERDES = Set.of("default.list.key.serde.inner", "default.list.key.serde.type",
			"default.list.value.serde.inner", "default.list.value.serde.type", "windowed.inner.class.serde",
			"window.size.ms");

	private static final Set<String> WITHOUT_EFFECT = Set.of("acceptable.recovery.lag", "allow.os.group.write.access",
			"built.in.metrics.version", "cache.max.bytes.buffering", "default.client.supplier", "default.dsl.store",
			"enable.transactional.statestores", "log.summary.interval.ms", "max.warmup.replicas",
			"num.standby.replicas", "probing.rebalance.interval.ms", "processing.exception.handler.global.enabled",
			"rack.aware.assignment.non_overlap_cost", "rack.aware.assignment.strategy", "rack.aware.assignment.tags",
			"rack.aware.assignment.traffic_cost", "rocksdb.config.setter", "state.cleanup.dir.max.age.ms",
			"task.assignor.class", "topology.description.push.enabled", "upgrade.from");

	/** Settings of clients that the runtime chooses, or that the broker does. */
	private static final Set<String> CLIENT_WITHOUT_EFFECT = Set.of(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG,
			ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
			ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
			ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
			ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);

	/** Settings that would change results if they were left aside in silence. */
	private static final Map<String, String> REPLACEMENTS = Map.of("default.deserialization.exception.handler",
			"Its name is deserialization.exception.handler now.", "default.production.exception.handler",
			"Its name is production.exception.handler now.", "dsl.store.format",
			"Remove it: stores keep values and timestamps.");

	private final TreeSet<String> names = new TreeSet<>();

	private final List<String> passedThrough;

	KnownSettings(List<String> passedThrough) {
		this.passedThrough = passedThrough;
		this.names.addAll(SettingDefinitions.DEFINITION.names());
		this.names.addAll(ConsumerConfig.configNames());
		this.names.addAll(ProducerConfig.configNames());
		this.names.addAll(AdminClientConfig.configNames());
		this.names.addAll(OF_SERDES);
	}

	private static Set<String> topicNames() {
		Set<String> names = new HashSet<>();
		for (Field field : TopicConfig.class.getFields()) {
			if (field.getName().endsWith("_CONFIG") && field.getType() == String.class) {
				try {
					names.add((String) field.get(null));
				}
				catch (IllegalAccessException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}
		return names;
	}

	/**
	 * What to do in place of a setting that can't be left aside.
	 * @return a sentence, or null if there is nothing against the setting
	 */
	static @Nullable String replacement(String name) {
		return REPLACEMENTS.get(name);
	}

	boolean withoutEffect(String name) {
		return WITHOUT_EFFECT.contains(name) || name.startsWith(StreamsConfig.CLIENT_TAG_PREFIX)
				|| CLIENT_WITHOUT_EFFECT.contains(name.substring(prefix(name).length()));
	}

	private static boolean ofStateEngine(String name) {
		return StateEngines.names().stream().anyMatch((engine) -> name.startsWith("state." + engine + "."));
	}

	boolean contains(String name) {
		String prefix = prefix(name);
		Set<String> known = BY_PREFIX.getOrDefault(prefix, this.names);
		String rest = name.substring(prefix.length());
		return known.contains(rest) || OPEN_PREFIXES.stream().anyMatch(rest::startsWith) || passedThrough(name)
				|| passedThrough(rest) || ofStateEngine(name);
	}

	private boolean passedThrough(String name) {
		for (String pattern : this.passedThrough) {
			if (pattern.endsWith("*") ? name.startsWith(pattern.substring(0, pattern.length() - 1))
					: name.equals(pattern)) {
				return true;
			}
		}
		return false;
	}

	private static String prefix(String name) {
		return BY_PREFIX.keySet().stream().filter(name::startsWith).findAny().orElse("");
	}

	/**
	 * The known name that looks most like an unknown one.
	 * @return the name, or null if none is near
	 */
	@Nullable String nearest(String name) {
		String prefix = prefix(name);
		String rest = name.substring(prefix.length());
		String nearest = null;
		int best = Math.min(3, rest.length() / 3) + 1;
		for (String candidate : BY_PREFIX.getOrDefault(prefix, this.names)) {
			int distance = distance(rest, candidate);
			if (distance < best) {
				best = distance;
				nearest = prefix + candidate;
			}
		}
		return nearest;
	}

	/**
	 * How many characters have to be put in, left out or replaced to turn one text into
	 * the other.
	 */
	private static int distance(String one, String other) {
		int[] previous = new int[other.length() + 1];
		int[] current = new int[other.length() + 1];
		for (int j = 0; j <= other.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			current[0] = i;
			for (int j = 1; j <= other.length(); j++) {
				int replaced = previous[j - 1] + ((one.charAt(i - 1) != other.charAt(j - 1)) ? 1 : 0);
				current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
			}
			int[] swap = previous;
			previous = current;
			current = swap;
		}
		return previous[other.length()];
	}

}
