package io.millrace.streams;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.errors.DefaultProductionExceptionHandler;
import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.LogAndContinueExceptionHandler;
import io.millrace.streams.errors.LogAndContinueProcessingExceptionHandler;
import io.millrace.streams.errors.LogAndFailExceptionHandler;
import io.millrace.streams.errors.LogAndFailProcessingExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.ProductionExceptionHandler;
import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.state.BuiltInDslStoreSuppliers;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application, checked. Next to the settings named here, those of
 * Kafka's clients are taken under their own names, for all clients, or behind a prefix,
 * for the clients that it names. A name that nobody knows is an error; see
 * {@link #PASS_THROUGH_CONFIG}. Immutable.
 */
public class StreamsConfig extends SettingNames {

	private final ClientSettings clients;

	/**
	 * Checks settings.
	 * @param settings the settings: names, prefixed names, and values of the right type
	 * or as text
	 * @throws ConfigException if a setting is missing, unknown, wrong or at odds with
	 * another; the message names all of them
	 */
	@SuppressWarnings("this-escape")
	public StreamsConfig(Map<?, ?> settings) {
		super(SettingDefinitions.DEFINITION, settings);
		SettingCheck.check(this);
		this.clients = new ClientSettings(this);
	}

	/**
	 * Starts to put settings together.
	 * @return a builder without any setting
	 */
	public static StreamsConfigBuilder builder() {
		return new StreamsConfigBuilder();
	}

	/**
	 * The definitions of Millrace's own settings, those of clients not among them.
	 * @return a copy
	 */
	public static ConfigDef configDef() {
		return new ConfigDef(SettingDefinitions.DEFINITION);
	}

	/**
	 * Reads a value of {@code topology.optimization}.
	 * @param config the value
	 * @return which optimisations it stands for
	 * @throws org.apache.kafka.common.config.ConfigException if it is none
	 */
	public static Set<String> verifyTopologyOptimizationConfigs(String config) {
		return SettingDefinitions.optimizations(config);
	}

	/**
	 * What may be changed about a topology when it is built, with the same results.
	 * @return the names of the optimisations
	 */
	public Set<String> topologyOptimizations() {
		return SettingDefinitions.optimizations(getString(TOPOLOGY_OPTIMIZATION_CONFIG));
	}

	public String applicationId() {
		return getString(APPLICATION_ID_CONFIG);
	}

	/**
	 * The prefix of client ids.
	 * @return the prefix, or null to make one from the application id
	 */
	public @Nullable String clientId() {
		String clientId = getString(CLIENT_ID_CONFIG);
		return clientId.isEmpty() ? null : clientId;
	}

	/**
	 * Where other instances reach this one.
	 * @return the endpoint, empty if nowhere
	 */
	public Optional<HostInfo> applicationServer() {
		return Optional.ofNullable(HostInfo.buildFromEndpoint(getString(APPLICATION_SERVER_CONFIG)));
	}

	public boolean exactlyOnce() {
		return EXACTLY_ONCE_V2.equals(getString(PROCESSING_GUARANTEE_CONFIG));
	}

	public OnError onError() {
		return OnError.valueOf(SettingDefinitions.constantName(getString(ON_ERROR_CONFIG)));
	}

	/**
	 * The topic of bad records.
	 * @return the topic; never null if {@link #onError()} is {@link OnError#DEAD_LETTER}
	 */
	public @Nullable String deadLetterTopic() {
		return getString(ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
	}

	public MissingTopics missingTopics() {
		return MissingTopics.valueOf(SettingDefinitions.constantName(getString(MISSING_TOPICS_CONFIG)));
	}

	public int numStreamThreads() {
		return getInt(NUM_STREAM_THREADS_CONFIG);
	}

	public long commitIntervalMs() {
		return getLong(COMMIT_INTERVAL_MS_CONFIG);
	}

	/**
	 * How long a transaction may stay open.
	 * @return milliseconds, as {@code producer.transaction.timeout.ms} says; 10 seconds
	 * unless set
	 */
	public long transactionTimeoutMs() {
		return this.clients.transactionTimeoutMs();
	}

	public Path stateDirectory() {
		return Path.of(getString(STATE_DIR_CONFIG));
	}

	public long maxTaskIdleMs() {
		return getLong(MAX_TASK_IDLE_MS_CONFIG);
	}

	public int bufferedRecordsPerPartition() {
		return getInt(BUFFERED_RECORDS_PER_PARTITION_CONFIG);
	}

	public long pollMs() {
		return getLong(POLL_MS_CONFIG);
	}

	/**
	 * Copies of each internal topic.
	 * @return the count, -1 to leave it to the broker
	 */
	public int replicationFactor() {
		return getInt(REPLICATION_FACTOR_CONFIG);
	}

	public long stateCleanupDelayMs() {
		return getLong(STATE_CLEANUP_DELAY_MS_CONFIG);
	}

	/**
	 * Memory that writes to stores may take before a commit comes early.
	 * @return bytes, -1 for no bound
	 */
	public long uncommittedMaxBytes() {
		return getLong(STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG);
	}

	/**
	 * Memory for content of stores that is kept at hand in Java, all threads together.
	 * @return bytes, as estimated; 0 for none
	 */
	public long stateCacheMaxBytes() {
		return getLong(STATESTORE_CACHE_MAX_BYTES_CONFIG);
	}

	/**
	 * The engine chosen for the content of stores.
	 * @return its name, or null for the one on the class path
	 */
	public @Nullable String stateStore() {
		String given = getString(STATE_STORE_CONFIG);
		Class<?> suppliers = getClass(DSL_STORE_SUPPLIERS_CLASS_CONFIG);
		if (given == null && suppliers == BuiltInDslStoreSuppliers.InMemoryDslStoreSuppliers.class) {
			return "in-memory";
		}
		return given;
	}

	public boolean ensureExplicitInternalResourceNaming() {
		return getBoolean(ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);
	}

	public long taskTimeoutMs() {
		return getLong(TASK_TIMEOUT_MS_CONFIG);
	}

	/**
	 * How long to wait between two deletions of processed records of repartition topics.
	 * @return milliseconds
	 */
	public long repartitionPurgeIntervalMs() {
		return getLong(REPARTITION_PURGE_INTERVAL_MS_CONFIG);
	}

	/**
	 * How long changelogs keep what expires beyond the retention of its store.
	 * @return milliseconds
	 */
	public long windowStoreChangelogAdditionalRetentionMs() {
		return getLong(WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG);
	}

	/**
	 * What queries of stores show unless they are asked for something else.
	 * @return the level, committed data only unless set
	 */
	public IsolationLevel defaultInteractiveQueryIsolationLevel() {
		return IsolationLevel
			.valueOf(SettingDefinitions.constantName(getString(DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG)));
	}

	/**
	 * A new instance of the default serde of keys.
	 * @return the serde, configured
	 * @throws StreamsException if none is set
	 */
	public Serde<?> defaultKeySerde() {
		return SettingDefinitions.serde(this, DEFAULT_KEY_SERDE_CLASS_CONFIG, true);
	}

	/**
	 * A new instance of the default serde of values.
	 * @return the serde, configured
	 * @throws StreamsException if none is set
	 */
	public Serde<?> defaultValueSerde() {
		return SettingDefinitions.serde(this, DEFAULT_VALUE_SERDE_CLASS_CONFIG, false);
	}

	/**
	 * A new instance of the default timestamp extractor.
	 * @return the extractor, configured
	 */
	public TimestampExtractor defaultTimestampExtractor() {
		return getConfiguredInstance(DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, TimestampExtractor.class);
	}

	/**
	 * A new instance of the handler of records that can't be deserialised.
	 * @return the handler that is set, configured; if none is, one that does about what
	 * {@link #onError()} says
	 */
	public DeserializationExceptionHandler deserializationExceptionHandler() {
		DeserializationExceptionHandler set = SettingDefinitions.instance(this,
				DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, DeserializationExceptionHandler.class);
		return (set != null) ? set : configured(
				(onError() == OnError.FAIL) ? new LogAndFailExceptionHandler() : new LogAndContinueExceptionHandler());
	}

	/**
	 * A new instance of the handler of records that an operator fails at.
	 * @return the handler that is set, configured; if none is, one that does about what
	 * {@link #onError()} says
	 */
	public ProcessingExceptionHandler processingExceptionHandler() {
		ProcessingExceptionHandler set = SettingDefinitions.instance(this, PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
				ProcessingExceptionHandler.class);
		return (set != null) ? set : configured((onError() == OnError.FAIL) ? new LogAndFailProcessingExceptionHandler()
				: new LogAndContinueProcessingExceptionHandler());
	}

	/**
	 * A new instance of the handler of results that can't be serialised or sent.
	 * @return the handler that is set, or the default one; configured
	 */
	public ProductionExceptionHandler productionExceptionHandler() {
		ProductionExceptionHandler set = SettingDefinitions.instance(this, PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
				ProductionExceptionHandler.class);
		return (set != null) ? set : configured(new DefaultProductionExceptionHandler());
	}

	private <T extends Configurable> T configured(T handler) {
		handler.configure(originals());
		return handler;
	}

	/**
	 * The settings of a consumer that reads input, all but the deserialisers.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> consumerSettings(String clientId) {
		return this.clients.consumer(clientId);
	}

	/**
	 * The settings of a consumer that reads changelogs, all but the deserialisers.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> restoreConsumerSettings(String clientId) {
		return this.clients.restoreConsumer(clientId);
	}

	/**
	 * The settings of the consumer that fills global stores, all but the deserialisers.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> globalConsumerSettings(String clientId) {
		return this.clients.globalConsumer(clientId);
	}

	/**
	 * The settings of a producer, all but the serialisers.
	 * @param clientId its client id
	 * @param transactionalId its transactional id; null for one without transactions
	 * @return a map that may be changed
	 */
	public Map<String, Object> producerSettings(String clientId, @Nullable String transactionalId) {
		return this.clients.producer(clientId, transactionalId);
	}

	/**
	 * The settings of an admin client.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> adminSettings(String clientId) {
		return this.clients.admin(clientId);
	}

	/**
	 * The settings of a consumer that reads input.
	 * @param groupId the group's id
	 * @param clientId its client id
	 * @param threadIdx the number of its thread, which has no effect
	 * @return a map that may be changed
	 */
	public Map<String, Object> getMainConsumerConfigs(String groupId, String clientId, int threadIdx) {
		Map<String, Object> settings = this.clients.consumer(clientId);
		settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
		return settings;
	}

	/**
	 * The settings of a consumer that reads changelogs.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> getRestoreConsumerConfigs(String clientId) {
		return this.clients.restoreConsumer(clientId);
	}

	/**
	 * The settings of a consumer of global tables.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> getGlobalConsumerConfigs(String clientId) {
		return this.clients.globalConsumer(clientId);
	}

	/**
	 * The settings of a producer without a transactional id, which each thread chooses
	 * for itself.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> getProducerConfigs(String clientId) {
		return this.clients.producer(clientId, null);
	}

	/**
	 * The settings of an admin client.
	 * @param clientId its client id
	 * @return a map that may be changed
	 */
	public Map<String, Object> getAdminConfigs(String clientId) {
		return this.clients.admin(clientId);
	}

	/**
	 * The tags of this instance, given behind {@link #CLIENT_TAG_PREFIX}. They have no
	 * effect yet.
	 * @return values by tag
	 */
	public Map<String, String> getClientTags() {
		Map<String, String> tags = new HashMap<>();
		originalsWithPrefix(CLIENT_TAG_PREFIX).forEach((tag, value) -> tags.put(tag, String.valueOf(value)));
		return tags;
	}

	/**
	 * The settings of internal topics, given behind {@link #TOPIC_PREFIX}.
	 * @return a map that may be changed
	 */
	public Map<String, String> topicSettings() {
		return this.clients.topic();
	}

	/**
	 * What happens to a record that can't be processed.
	 */
	public enum OnError {

		/** The thread fails. */
		FAIL,
		/** The record is undone, counted and left out. */
		SKIP,
		/** The record is undone and sent to the dead-letter topic. */
		DEAD_LETTER

	}

	/**
	 * What happens while a source topic doesn't exist.
	 */
	public enum MissingTopics {

		/** The application waits for it. */
		WAIT,
		/** The application fails. */
		FAIL

	}

}
