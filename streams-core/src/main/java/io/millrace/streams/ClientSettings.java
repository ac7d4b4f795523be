package io.millrace.streams;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Derives the settings of clients from those of the application: Millrace's defaults,
 * then names without prefix, then the prefixes from the general to the particular, then
 * what isn't the user's to choose. Owned by {@link StreamsConfig}.
 */
final class ClientSettings {

	private static final int DEFAULT_TRANSACTION_TIMEOUT_MS = 10_000;

	/** Bytes; four times Kafka's default, for a quarter of the requests at high rates. */
	private static final int BATCH_SIZE = 65_536;

	/**
	 * Milliseconds. Nobody sees what a transaction wrote before it commits, and the
	 * commit doesn't wait for batches to fill.
	 */
	private static final int TRANSACTIONAL_LINGER_MS = 100;

	/**
	 * Four times that of Kafka Streams: each poll costs two switches of threads, since a
	 * consumer in a streams group fetches in another one.
	 */
	private static final int POLLED_AT_ONCE = 4000;

	/** Read by the runtime, or meaningless under the streams group protocol. */
	private static final Set<String> LEFT_OUT = Set.of(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
			ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
			ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ConsumerConfig.GROUP_PROTOCOL_CONFIG,
			ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
			ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
			ConsumerConfig.GROUP_ID_CONFIG, ConsumerConfig.CLIENT_ID_CONFIG, ProducerConfig.TRANSACTIONAL_ID_CONFIG,
			"config.providers");

	/** Some milliseconds of work, during which other tasks of the thread wait. */
	private static final int RESTORED_AT_ONCE = 10_000;

	private final StreamsConfig config;

	ClientSettings(StreamsConfig config) {
		this.config = config;
	}

	Map<String, Object> consumer(String clientId) {
		Map<String, Object> settings = consumerDefaults("earliest");
		given(settings, ConsumerConfig.configNames(), StreamsConfig.CONSUMER_PREFIX,
				StreamsConfig.MAIN_CONSUMER_PREFIX);
		fix(settings, clientId);
		settings.put(ConsumerConfig.GROUP_ID_CONFIG, this.config.applicationId());
		return settings;
	}

	Map<String, Object> restoreConsumer(String clientId) {
		Map<String, Object> settings = consumerDefaults("none");
		settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RESTORED_AT_ONCE);
		given(settings, ConsumerConfig.configNames(), StreamsConfig.CONSUMER_PREFIX,
				StreamsConfig.RESTORE_CONSUMER_PREFIX);
		fix(settings, clientId);
		settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
		settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
		// A changelog may hold records of transactions that were aborted, whatever the
		// guarantee is now.
		settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
		return settings;
	}

	Map<String, Object> globalConsumer(String clientId) {
		Map<String, Object> settings = consumerDefaults("none");
		settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RESTORED_AT_ONCE);
		given(settings, ConsumerConfig.configNames(), StreamsConfig.CONSUMER_PREFIX,
				StreamsConfig.GLOBAL_CONSUMER_PREFIX);
		fix(settings, clientId);
		settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
		// A global store has all of its topic, whatever is said of where to start.
		settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
		return settings;
	}

	private static Map<String, Object> consumerDefaults(String autoOffsetReset) {
		Map<String, Object> settings = new HashMap<>();
		settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, autoOffsetReset);
		settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
		settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_AT_ONCE);
		return settings;
	}

	private static void fix(Map<String, Object> settings, String clientId) {
		settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
		settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
		settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
		settings.put("internal.throw.on.fetch.stable.offset.unsupported", true);
	}

	Map<String, Object> producer(String clientId, @Nullable String transactionalId) {
		Map<String, Object> settings = new HashMap<>();
		settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_SIZE);
		if (transactionalId != null) {
			settings.put(ProducerConfig.LINGER_MS_CONFIG, TRANSACTIONAL_LINGER_MS);
		}
		given(settings, ProducerConfig.configNames(), StreamsConfig.PRODUCER_PREFIX);
		settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
		if (transactionalId != null) {
			settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
			settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
			settings.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, DEFAULT_TRANSACTION_TIMEOUT_MS);
		}
		return settings;
	}

	Map<String, Object> admin(String clientId) {
		Map<String, Object> settings = new HashMap<>();
		// An admin client that bootstraps anew while no broker answers does so thousands
		// of times in a second.
		settings.put(AdminClientConfig.METADATA_RECOVERY_STRATEGY_CONFIG, "none");
		given(settings, AdminClientConfig.configNames(), StreamsConfig.ADMIN_CLIENT_PREFIX);
		settings.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
		return settings;
	}

	Map<String, String> topic() {
		Map<String, String> settings = new HashMap<>();
		this.config.originalsWithPrefix(StreamsConfig.TOPIC_PREFIX)
			.forEach((name, value) -> settings.put(name, String.valueOf(value)));
		return settings;
	}

	long transactionTimeoutMs() {
		Map<String, Object> settings = new HashMap<>();
		given(settings, ProducerConfig.configNames(), StreamsConfig.PRODUCER_PREFIX);
		Object timeout = settings.getOrDefault(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
				DEFAULT_TRANSACTION_TIMEOUT_MS);
		try {
			return (timeout instanceof Number number) ? number.longValue() : Long.parseLong(timeout.toString().trim());
		}
		catch (NumberFormatException ex) {
			throw new ConfigException(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG) + " is "
					+ timeout + "; it has to be a number of milliseconds.");
		}
	}

	private void given(Map<String, Object> settings, Set<String> names, String... prefixes) {
		Map<String, Object> all = this.config.originals();
		for (String name : names) {
			Object value = all.get(name);
			if (value != null) {
				settings.put(name, value);
			}
		}
		settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
				this.config.getList(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG));
		for (String prefix : prefixes) {
			settings.putAll(this.config.originalsWithPrefix(prefix));
		}
		settings.keySet().removeAll(LEFT_OUT);
		settings.values().removeIf((value) -> value == null);
	}

}
