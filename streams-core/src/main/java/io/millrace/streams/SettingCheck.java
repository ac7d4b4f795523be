package io.millrace.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.processor.api.ProcessorWrapper;
import io.millrace.streams.state.DslStoreSuppliers;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds settings that are missing, unknown or at odds with others, all at once. Called by
 * {@link StreamsConfig} when it is made.
 */
final class SettingCheck {

	private static final Logger logger = LoggerFactory.getLogger(StreamsConfig.class);

	private static final Pattern TOPIC_NAME = Pattern.compile("[a-zA-Z0-9._-]+");

	private static final Map<String, Class<?>> TYPES = Map.of(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
			ProcessorWrapper.class, StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, DslStoreSuppliers.class);

	private static final Map<String, Class<?>> HANDLERS = Map.of(
			StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeserializationExceptionHandler.class,
			StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, ProcessingExceptionHandler.class,
			StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ProductionExceptionHandler.class);

	private final StreamsConfig config;

	private final Map<String, Object> given;

	private final List<String> problems = new ArrayList<>();

	private final TreeSet<String> withoutEffect = new TreeSet<>();

	private SettingCheck(StreamsConfig config) {
		this.config = config;
		this.given = new TreeMap<>(config.originals());
		this.given.values().removeIf((value) -> value == null);
	}

	static void check(StreamsConfig config) {
		SettingCheck check = new SettingCheck(config);
		check.required();
		check.names();
		check.errorPolicy();
		check.classes(HANDLERS);
		check.classes(TYPES);
		check.client();
		if (config.exactlyOnce()) {
			check.exactlyOnce();
		}
		if (!check.problems.isEmpty()) {
			throw new ConfigException(String.join("\n", check.problems));
		}
		if (!check.withoutEffect.isEmpty()) {
			logger.info("These settings have no effect: {}", String.join(", ", check.withoutEffect));
		}
	}

	private void required() {
		String applicationId = this.config.applicationId();
		if (applicationId.isBlank()) {
			this.problems.add("application.id is not set. Choose a name that no other application in the cluster has.");
		}
		else if (!TOPIC_NAME.matcher(applicationId).matches()) {
			this.problems.add("application.id is \"" + applicationId
					+ "\". It becomes part of topic names, so only letters, digits, '.', '_' and '-' are allowed.");
		}
		if (this.config.getList(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG).isEmpty()) {
			this.problems.add("bootstrap.servers is not set. Name brokers, as in localhost:9092.");
		}
		try {
			HostInfo.buildFromEndpoint(this.config.getString(StreamsConfig.APPLICATION_SERVER_CONFIG));
		}
		catch (ConfigException ex) {
			this.problems.add(String.valueOf(ex.getMessage()));
		}
	}

	private void names() {
		KnownSettings known = new KnownSettings(this.config.getList(StreamsConfig.PASS_THROUGH_CONFIG));
		for (String name : this.given.keySet()) {
			String replacement = KnownSettings.replacement(name);
			if (replacement != null) {
				this.problems.add(name + " is not supported. " + replacement);
			}
			else if (known.withoutEffect(name)) {
				this.withoutEffect.add(name);
			}
			else if (!known.contains(name)) {
				String near = known.nearest(name);
				this.problems
					.add("Unknown setting " + name + "." + ((near != null) ? " Did you mean " + near + "?" : "")
							+ " If it is meant for a serde or other code of your own, list it under "
							+ StreamsConfig.PASS_THROUGH_CONFIG + ".");
			}
		}
	}

	private void errorPolicy() {
		String topic = this.config.deadLetterTopic();
		if (this.config.onError() == StreamsConfig.OnError.DEAD_LETTER) {
			if (topic == null || topic.isBlank()) {
				this.problems.add("on.error is dead-letter, but errors.dead.letter.queue.topic.name is not set. "
						+ "Name the topic that bad records go to, or set on.error to fail or skip.");
			}
		}
		else if (topic != null && HANDLERS.keySet().stream().noneMatch(this.given::containsKey)) {
			this.withoutEffect.add(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
		}
	}

	private void classes(Map<String, Class<?>> types) {
		types.forEach((setting, type) -> {
			Class<?> chosen = this.config.getClass(setting);
			if (chosen != null && !type.isAssignableFrom(chosen)) {
				this.problems.add(setting + " is " + chosen.getName() + ", which is not a " + type.getName() + ".");
			}
		});
	}

	private void client() {
		for (String prefix : KnownSettings.CONSUMER_PREFIXES) {
			refuse(prefix, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
					"Offsets are committed together with results and state.");
			refuse(prefix, ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false",
					"A consumer that creates topics would create internal ones with a wrong number of partitions.");
			refuse(prefix, ConsumerConfig.GROUP_PROTOCOL_CONFIG, "streams", "Only the streams protocol is supported.");
			refuse(prefix, ConsumerConfig.GROUP_ID_CONFIG, this.config.applicationId(),
					"The group's id is the application.id.");
		}
		for (String prefix : KnownSettings.PRODUCER_PREFIXES) {
			refuse(prefix, ProducerConfig.TRANSACTIONAL_ID_CONFIG, null, "Each thread chooses its own.");
		}
	}

	private void exactlyOnce() {
		String reason = "It is at odds with processing.guarantee " + StreamsConfig.EXACTLY_ONCE_V2 + ".";
		for (String prefix : KnownSettings.CONSUMER_PREFIXES) {
			refuse(prefix, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed", reason);
		}
		for (String prefix : KnownSettings.PRODUCER_PREFIXES) {
			refuse(prefix, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true", reason);
		}
		long timeout;
		try {
			timeout = new ClientSettings(this.config).transactionTimeoutMs();
		}
		catch (ConfigException ex) {
			this.problems.add(String.valueOf(ex.getMessage()));
			return;
		}
		if (this.config.commitIntervalMs() >= timeout) {
			this.problems.add("commit.interval.ms is " + this.config.commitIntervalMs()
					+ ", not below producer.transaction.timeout.ms, which is " + timeout
					+ ": brokers would abort transactions before they are committed. Lower the first or raise the second.");
		}
	}

	private void refuse(String prefix, String name, @Nullable String allowed, String reason) {
		Object value = this.given.get(prefix + name);
		if (value != null && !value.toString().trim().equalsIgnoreCase(allowed)) {
			this.problems.add(prefix + name + " is " + value + ". " + reason
					+ ((allowed != null) ? " Remove it or set it to " + allowed + "." : " Remove it."));
		}
	}

}
