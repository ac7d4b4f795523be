package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.spring.boot.autoconfigure.StreamsProperties.Application;
import io.millrace.streams.spring.boot.autoconfigure.StreamsProperties.ProcessingGuarantee;
import io.millrace.streams.spring.boot.autoconfigure.StreamsProperties.RocksDb;
import io.millrace.streams.spring.boot.autoconfigure.StreamsProperties.State;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Makes applications' configurations out of properties: connection first, then the
 * starter's defaults, the common properties, those of the application, and the
 * customizers' changes. {@link StreamsApplications} asks for them, and so does each
 * injected builder.
 */
class ApplicationConfigurations {

	private static final Pattern LEGAL_ID = Pattern.compile("[a-zA-Z0-9._-]+");

	/** A topic's name has at most 249 characters, and internal topics add to the id. */
	private static final int LONGEST_ID = 200;

	private static final RocksDb NO_ROCKS_DB = new RocksDb(null, null, null, null);

	private static final State NO_STATE = new State(null, null, null, null, null, null);

	private final StreamsProperties properties;

	private final ConnectionSettings connection;

	private final List<StreamsConfigCustomizer> customizers;

	private final @Nullable String springApplicationName;

	private final Map<String, ApplicationConfiguration> configurations = new ConcurrentHashMap<>();

	ApplicationConfigurations(StreamsProperties properties, ConnectionSettings connection,
			List<StreamsConfigCustomizer> customizers, @Nullable String springApplicationName) {
		this.properties = properties;
		this.connection = connection;
		this.customizers = customizers;
		this.springApplicationName = springApplicationName;
	}

	/**
	 * Return the configuration of an application; the same one each time.
	 * @param topology the name of its topology bean
	 * @param single whether there is no other topology
	 * @return the configuration
	 */
	ApplicationConfiguration forTopology(String topology, boolean single) {
		return this.configurations.computeIfAbsent(topology, (name) -> create(name, single));
	}

	/**
	 * Return a configuration for builders that belong to no known topology.
	 * @return the common configuration
	 */
	ApplicationConfiguration common() {
		return create("streams", true);
	}

	/**
	 * Refuse settings for topologies that don't exist.
	 * @param topologies the names of all topology beans
	 */
	void checkNames(List<String> topologies) {
		for (String name : this.properties.applications().keySet()) {
			if (!topologies.contains(name)) {
				throw new StreamsConfigurationException(
						"streams.applications." + name + " is set, but no Topology bean has the name '" + name + "'",
						"Use the name of a Topology bean: " + String.join(", ", topologies) + ".");
			}
		}
	}

	private ApplicationConfiguration create(String topology, boolean single) {
		Application own = this.properties.applications().get(topology);
		PropertyNames names = new PropertyNames();
		names.put(StreamsConfig.PASS_THROUGH_CONFIG, "streams.properties." + StreamsConfig.PASS_THROUGH_CONFIG);
		Map<String, Object> settings = new LinkedHashMap<>();
		Set<String> passedThrough = this.connection.apply(settings, names);
		settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
		new Level("streams", settings, names).add(this.properties.common());
		String id = baseId(topology, single, names);
		settings.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
		if (own != null) {
			String prefix = "streams.applications." + topology;
			new Level(prefix, settings, names).add(own);
		}
		this.customizers.forEach((customizer) -> customizer.customize(topology, settings));
		passThrough(settings, passedThrough);
		Object customized = settings.get(StreamsConfig.APPLICATION_ID_CONFIG);
		String applicationId = (customized != null) ? customized.toString() : "";
		checkId(topology, applicationId, names);
		return new ApplicationConfiguration(topology, applicationId, autoStartup(own), settings, names);
	}

	/**
	 * Settings that came with the connection, and that the runtime has no use for, are
	 * for other code, such as serdes.
	 */
	private static void passThrough(Map<String, Object> settings, Set<String> names) {
		if (!names.isEmpty()) {
			Object given = settings.get(StreamsConfig.PASS_THROUGH_CONFIG);
			String added = String.join(",", names);
			settings.put(StreamsConfig.PASS_THROUGH_CONFIG, (given != null) ? given + "," + added : added);
		}
	}

	private String baseId(String topology, boolean single, PropertyNames names) {
		String property = "streams.application-id";
		String base = this.properties.applicationId();
		String passedThrough = this.properties.properties().get(StreamsConfig.APPLICATION_ID_CONFIG);
		if (passedThrough != null) {
			property = "streams.properties." + StreamsConfig.APPLICATION_ID_CONFIG;
			base = passedThrough;
		}
		if (!StringUtils.hasText(base)) {
			property = "spring.application.name";
			base = this.springApplicationName;
		}
		names.put(StreamsConfig.APPLICATION_ID_CONFIG, property);
		if (!StringUtils.hasText(base)) {
			return "";
		}
		return single ? base : base + "-" + topology;
	}

	private static void checkId(String topology, String id, PropertyNames names) {
		if (id.isEmpty()) {
			throw new StreamsConfigurationException(
					"The streams application of Topology bean '" + topology + "' has no application id",
					"Set streams.application-id, or spring.application.name, which it defaults to.");
		}
		boolean legal = LEGAL_ID.matcher(id).matches() && !id.equals(".") && !id.equals("..")
				&& id.length() <= LONGEST_ID;
		if (!legal) {
			String property = names.propertyOf(StreamsConfig.APPLICATION_ID_CONFIG);
			String source = property.equals("spring.application.name")
					? " (made from spring.application.name, as streams.application-id isn't set)"
					: " (set by " + property + ")";
			throw new StreamsConfigurationException(
					"The application id '" + id + "' of Topology bean '" + topology + "'" + source
							+ " can't be used in Kafka's names of topics and groups",
					"Set " + (property.equals("spring.application.name") ? "streams.application-id" : property)
							+ " to at most " + LONGEST_ID + " letters, digits, '.', '_' and '-'.");
		}
	}

	private boolean autoStartup(@Nullable Application own) {
		if (own != null && own.autoStartup() != null) {
			return own.autoStartup();
		}
		return !Boolean.FALSE.equals(this.properties.autoStartup());
	}

	/**
	 * The properties below one prefix, on their way into the settings.
	 */
	private record Level(String prefix, Map<String, Object> settings, PropertyNames names) {

		void add(Application application) {
			set("application-id", StreamsConfig.APPLICATION_ID_CONFIG, application.applicationId());
			set("processing-guarantee", StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
					guarantee(application.processingGuarantee()));
			set("threads", StreamsConfig.NUM_STREAM_THREADS_CONFIG, application.threads());
			set("commit-interval", StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, millis(application.commitInterval()));
			set("transaction-timeout", StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
					millis(application.transactionTimeout()));
			addState((application.state() != null) ? application.state() : NO_STATE);
			set("missing-topics", StreamsConfig.MISSING_TOPICS_CONFIG, text(application.missingTopics()));
			set("on-error", StreamsConfig.ON_ERROR_CONFIG, text(application.onError()));
			set("dead-letter-topic", StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
					application.deadLetterTopic());
			set("deserialization-exception-handler", StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
					application.deserializationExceptionHandler());
			set("processing-exception-handler", StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
					application.processingExceptionHandler());
			set("production-exception-handler", StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
					application.productionExceptionHandler());
			application.producer()
				.forEach((key, value) -> set("producer." + key, StreamsConfig.producerPrefix(key), value));
			application.consumer()
				.forEach((key, value) -> set("consumer." + key, StreamsConfig.consumerPrefix(key), value));
			application.properties().forEach((key, value) -> set("properties." + key, key, value));
		}

		private void addState(State state) {
			set("state.dir", StreamsConfig.STATE_DIR_CONFIG, state.dir());
			set("state.store", StreamsConfig.STATE_STORE_CONFIG, text(state.store()));
			set("state.max-uncommitted", StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG,
					bytes(state.maxUncommitted()));
			set("state.cache-size", StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, bytes(state.cacheSize()));
			set("state.cleanup-delay", StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, millis(state.cleanupDelay()));
			RocksDb rocksDb = (state.rocksdb() != null) ? state.rocksdb() : NO_ROCKS_DB;
			set("state.rocksdb.cache-size", "state.rocksdb.cache.bytes", bytes(rocksDb.cacheSize()));
			set("state.rocksdb.write-buffer-size", "state.rocksdb.write.buffer.bytes",
					bytes(rocksDb.writeBufferSize()));
			set("state.rocksdb.compression", "state.rocksdb.compression", text(rocksDb.compression()));
			set("state.rocksdb.max-background-jobs", "state.rocksdb.max.background.jobs", rocksDb.maxBackgroundJobs());
		}

		private void set(String property, String setting, @Nullable Object value) {
			if (value != null) {
				this.settings.put(setting, value);
				this.names.put(setting, this.prefix + "." + property);
			}
			else {
				this.names.putIfAbsent(setting, "streams." + property);
			}
		}

		private static @Nullable Long bytes(@Nullable DataSize size) {
			return (size != null) ? size.toBytes() : null;
		}

		private static @Nullable Long millis(@Nullable Duration duration) {
			return (duration != null) ? duration.toMillis() : null;
		}

		private static @Nullable String guarantee(@Nullable ProcessingGuarantee guarantee) {
			if (guarantee == null) {
				return null;
			}
			return switch (guarantee) {
				case EXACTLY_ONCE -> StreamsConfig.EXACTLY_ONCE_V2;
				case AT_LEAST_ONCE -> StreamsConfig.AT_LEAST_ONCE;
			};
		}

		private static @Nullable String text(@Nullable Enum<?> choice) {
			return (choice != null) ? choice.name().toLowerCase(Locale.ROOT).replace('_', '-') : null;
		}

	}

}
