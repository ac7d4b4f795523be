package io.millrace.streams;

import java.util.Map;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The names of settings, their prefixes and some of their values. Public through
 * {@link StreamsConfig}.
 */
abstract class SettingNames extends AbstractConfig {

	/** Before settings of repartition and changelog topics. */
	public static final String TOPIC_PREFIX = "topic.";

	/** Before settings of all consumers. */
	public static final String CONSUMER_PREFIX = "consumer.";

	/**
	 * Before settings of the consumers that read input; goes before those of all
	 * consumers.
	 */
	public static final String MAIN_CONSUMER_PREFIX = "main.consumer.";

	/**
	 * Before settings of the consumers that read changelogs; goes before those of all
	 * consumers.
	 */
	public static final String RESTORE_CONSUMER_PREFIX = "restore.consumer.";

	/**
	 * Before settings of the consumers of global tables; goes before those of all
	 * consumers.
	 */
	public static final String GLOBAL_CONSUMER_PREFIX = "global.consumer.";

	/** Before settings of producers. */
	public static final String PRODUCER_PREFIX = "producer.";

	/** Before settings of admin clients. */
	public static final String ADMIN_CLIENT_PREFIX = "admin.";

	/** Before tags of this instance. Has no effect yet. */
	public static final String CLIENT_TAG_PREFIX = "client.tag.";

	/**
	 * A value of {@link #PROCESSING_GUARANTEE_CONFIG}: after a failure, results may be
	 * written twice.
	 */
	public static final String AT_LEAST_ONCE = "at_least_once";

	/**
	 * A value of {@link #PROCESSING_GUARANTEE_CONFIG}: results, state and consumed
	 * offsets commit together.
	 */
	public static final String EXACTLY_ONCE_V2 = "exactly_once_v2";

	/**
	 * A value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: the topology runs as it is
	 * written.
	 */
	public static final String NO_OPTIMIZATION = "none";

	/** A value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: all optimisations. */
	public static final String OPTIMIZE = "all";

	/**
	 * A value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: the store of a table of a topic
	 * is restored from the topic, and has no changelog of its own.
	 */
	public static final String REUSE_KTABLE_SOURCE_TOPICS = "reuse.ktable.source.topics";

	/**
	 * A value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: repartition topics that follow
	 * one change of keys become one.
	 */
	public static final String MERGE_REPARTITION_TOPICS = "merge.repartition.topics";

	/**
	 * A value of {@link #TOPOLOGY_OPTIMIZATION_CONFIG}: the join of a stream with itself
	 * has one store.
	 */
	public static final String SINGLE_STORE_SELF_JOIN = "single.store.self.join";

	/**
	 * A value of {@code default.dsl.store}, which has no effect; see
	 * {@link #STATE_STORE_CONFIG}.
	 */
	public static final String IN_MEMORY = "in_memory";

	/**
	 * A value of {@code default.dsl.store}, which has no effect; see
	 * {@link #STATE_STORE_CONFIG}.
	 */
	public static final String ROCKS_DB = "rocksDB";

	/**
	 * The application's name, unique in the cluster: id of its group, prefix of its
	 * internal topics. Required.
	 */
	public static final String APPLICATION_ID_CONFIG = "application.id";

	/** Brokers to find the cluster by, as {@code host:port,host:port}. Required. */
	public static final String BOOTSTRAP_SERVERS_CONFIG = "bootstrap.servers";

	/**
	 * The prefix of the client ids that brokers see. Default: made from the application
	 * id.
	 */
	public static final String CLIENT_ID_CONFIG = "client.id";

	/** Where other instances reach this one, as {@code host:port}. Default: nowhere. */
	public static final String APPLICATION_SERVER_CONFIG = "application.server";

	/** {@link #EXACTLY_ONCE_V2}, the default, or {@link #AT_LEAST_ONCE}. */
	public static final String PROCESSING_GUARANTEE_CONFIG = "processing.guarantee";

	/** How many threads process records. Default: 1. */
	public static final String NUM_STREAM_THREADS_CONFIG = "num.stream.threads";

	/** Milliseconds between two commits. Default: 100. */
	public static final String COMMIT_INTERVAL_MS_CONFIG = "commit.interval.ms";

	/**
	 * The directory of local state. Default: {@code millrace} in the directory of
	 * temporary files.
	 */
	public static final String STATE_DIR_CONFIG = "state.dir";

	/**
	 * The class that reads and writes keys where the topology names none. Default: none.
	 */
	public static final String DEFAULT_KEY_SERDE_CLASS_CONFIG = "default.key.serde";

	/**
	 * The class that reads and writes values where the topology names none. Default:
	 * none.
	 */
	public static final String DEFAULT_VALUE_SERDE_CLASS_CONFIG = "default.value.serde";

	/**
	 * The class that finds the timestamp of input records. Default: take the record's
	 * own, fail if it is negative.
	 */
	public static final String DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG = "default.timestamp.extractor";

	/**
	 * How long a task with an empty input waits for it, in milliseconds: 0, the default,
	 * waits for what the broker has already; -1 never waits.
	 */
	public static final String MAX_TASK_IDLE_MS_CONFIG = "max.task.idle.ms";

	/**
	 * A value of {@link #MAX_TASK_IDLE_MS_CONFIG}: a task never waits for an empty input.
	 */
	public static final long MAX_TASK_IDLE_MS_DISABLED = -1L;

	/**
	 * With more records of a partition than this waiting, no more are polled of it.
	 * Default: 1000.
	 */
	public static final String BUFFERED_RECORDS_PER_PARTITION_CONFIG = "buffered.records.per.partition";

	/** How long to wait for input when there is none, in milliseconds. Default: 100. */
	public static final String POLL_MS_CONFIG = "poll.ms";

	/** Copies of each internal topic; -1, the default, leaves it to the broker. */
	public static final String REPLICATION_FACTOR_CONFIG = "replication.factor";

	/**
	 * How long local state of a task that moved away is kept, in milliseconds. Default:
	 * 10 minutes.
	 */
	public static final String STATE_CLEANUP_DELAY_MS_CONFIG = "state.cleanup.delay.ms";

	/**
	 * Memory that writes to stores may take before a commit comes early, in bytes; -1 for
	 * no bound. Default: 64 MiB.
	 */
	public static final String STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG = "statestore.uncommitted.max.bytes";

	/**
	 * The topic of bad records, for {@link #ON_ERROR_CONFIG} {@code dead-letter}.
	 * Default: none.
	 */
	public static final String ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG = "errors.dead.letter.queue.topic.name";

	/**
	 * Whether a topology with generated names of stores or internal topics is refused.
	 * Default: false.
	 */
	public static final String ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG = "ensure.explicit.internal.resource.naming";

	/**
	 * How long a task may fail for reasons that pass, in milliseconds, before that is an
	 * error. Default: 5 minutes.
	 */
	public static final String TASK_TIMEOUT_MS_CONFIG = "task.timeout.ms";

	/**
	 * What queries of stores show unless they are asked for something else:
	 * {@code READ_COMMITTED}, the default, or {@code READ_UNCOMMITTED}, which has what
	 * was written since the last commit also.
	 */
	public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG = "default.interactive.query.isolation.level";

	/**
	 * The default of {@link #DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG}.
	 */
	public static final String DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_DEFAULT = "READ_COMMITTED";

	/**
	 * {@link #NO_OPTIMIZATION}, the default, {@link #OPTIMIZE}, or some of
	 * {@link #REUSE_KTABLE_SOURCE_TOPICS}, {@link #MERGE_REPARTITION_TOPICS} and
	 * {@link #SINGLE_STORE_SELF_JOIN}, with commas between them. Takes effect when a
	 * topology is built: by {@link StreamsBuilder#build(java.util.Properties)}, or by a
	 * builder that was made with the settings.
	 */
	public static final String TOPOLOGY_OPTIMIZATION_CONFIG = "topology.optimization";

	/**
	 * What happens to a record that can't be processed: {@code fail}, the default,
	 * {@code skip} or {@code dead-letter}. A handler that is set for a kind of error
	 * decides about that kind in its place.
	 */
	public static final String ON_ERROR_CONFIG = "on.error";

	/**
	 * The class of the {@link io.millrace.streams.errors.DeserializationExceptionHandler}
	 * that decides about records that can't be deserialised. Default: none,
	 * {@link #ON_ERROR_CONFIG} decides.
	 */
	public static final String DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG = "deserialization.exception.handler";

	/**
	 * The class of the {@link io.millrace.streams.errors.ProcessingExceptionHandler} that
	 * decides about records that an operator fails at. Default: none,
	 * {@link #ON_ERROR_CONFIG} decides.
	 */
	public static final String PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG = "processing.exception.handler";

	/**
	 * The class of the {@link io.millrace.streams.errors.ProductionExceptionHandler} that
	 * decides about results that can't be serialised or sent. Default: none,
	 * {@link #ON_ERROR_CONFIG} decides about those that can't be serialised, and one that
	 * can't be sent ends the thread unless the reason passes.
	 */
	public static final String PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG = "production.exception.handler";

	/**
	 * What happens while a source topic doesn't exist: {@code wait}, the default, or
	 * {@code fail}.
	 */
	public static final String MISSING_TOPICS_CONFIG = "missing.topics";

	/**
	 * Where the content of stores lives: {@code in-memory}, or the name of an engine
	 * whose module is on the class path, such as {@code rocksdb}. Default: the engine on
	 * the class path, in memory if there is none.
	 */
	public static final String STATE_STORE_CONFIG = "state.store";

	/**
	 * Settings meant for serdes or other code of the application, which Millrace doesn't
	 * know; {@code *} at the end stands for any ending. Default: none.
	 */
	public static final String PASS_THROUGH_CONFIG = "pass.through";

	/** How to talk to brokers. Default: {@code PLAINTEXT}. */
	public static final String SECURITY_PROTOCOL_CONFIG = "security.protocol";

	/** How long clients wait for an answer, in milliseconds. Default: the client's. */
	public static final String REQUEST_TIMEOUT_MS_CONFIG = "request.timeout.ms";

	/**
	 * How long clients wait before they try again, in milliseconds. Default: the
	 * client's.
	 */
	public static final String RETRY_BACKOFF_MS_CONFIG = "retry.backoff.ms";

	/**
	 * How long clients wait before they connect again, in milliseconds. Default: the
	 * client's.
	 */
	public static final String RECONNECT_BACKOFF_MS_CONFIG = "reconnect.backoff.ms";

	/**
	 * How long clients wait at most before they connect again, in milliseconds. Default:
	 * the client's.
	 */
	public static final String RECONNECT_BACKOFF_MAX_MS_CONFIG = "reconnect.backoff.max.ms";

	/**
	 * How old clients let their picture of the cluster get, in milliseconds. Default: the
	 * client's.
	 */
	public static final String METADATA_MAX_AGE_CONFIG = "metadata.max.age.ms";

	/** How long clients keep idle connections, in milliseconds. Default: the client's. */
	public static final String CONNECTIONS_MAX_IDLE_MS_CONFIG = "connections.max.idle.ms";

	/** The receive buffer of the clients' sockets. Default: the client's. */
	public static final String RECEIVE_BUFFER_CONFIG = "receive.buffer.bytes";

	/** The send buffer of the clients' sockets. Default: the client's. */
	public static final String SEND_BUFFER_CONFIG = "send.buffer.bytes";

	/**
	 * The class of the {@link io.millrace.streams.processor.api.ProcessorWrapper} that
	 * processors of the application are given to. Default: none. Takes effect when a
	 * topology is built with a {@link TopologyConfig}.
	 */
	public static final String PROCESSOR_WRAPPER_CLASS_CONFIG = "processor.wrapper.class";

	/** A value of {@link #BUILT_IN_METRICS_VERSION_CONFIG}, which has no effect. */
	public static final String METRICS_LATEST = "latest";

	/** How much clients measure. Default: {@code INFO}. */
	public static final String METRICS_RECORDING_LEVEL_CONFIG = "metrics.recording.level";

	/** How many samples clients keep for their metrics. Default: the client's. */
	public static final String METRICS_NUM_SAMPLES_CONFIG = "metrics.num.samples";

	/** How long a sample of the clients' metrics lasts. Default: the client's. */
	public static final String METRICS_SAMPLE_WINDOW_MS_CONFIG = "metrics.sample.window.ms";

	/** Classes that clients report metrics to. Default: the client's. */
	public static final String METRIC_REPORTER_CLASSES_CONFIG = "metric.reporters";

	/** Whether clients push metrics that brokers ask for. Default: the client's. */
	public static final String ENABLE_METRICS_PUSH_CONFIG = "enable.metrics.push";

	/** Always {@code streams}; any other value is refused. */
	public static final String GROUP_PROTOCOL_CONFIG = "group.protocol";

	/** Accepted, but has no effect. */
	public static final String ACCEPTABLE_RECOVERY_LAG_CONFIG = "acceptable.recovery.lag";

	/** Accepted, but has no effect. */
	public static final String ALLOW_OS_GROUP_WRITE_ACCESS_CONFIG = "allow.os.group.write.access";

	/** Accepted, but has no effect. */
	public static final String BUILT_IN_METRICS_VERSION_CONFIG = "built.in.metrics.version";

	/**
	 * The class of the {@link io.millrace.streams.state.DslStoreSuppliers} that chooses
	 * stores of the DSL that nothing else is said about. Default: none,
	 * {@link #STATE_STORE_CONFIG} decides. Takes effect when a topology is built with a
	 * {@link TopologyConfig}.
	 */
	public static final String DSL_STORE_SUPPLIERS_CLASS_CONFIG = "dsl.store.suppliers.class";

	/** Accepted, but has no effect. */
	public static final String DEFAULT_CLIENT_SUPPLIER_CONFIG = "default.client.supplier";

	/** Accepted, but has no effect. */
	public static final String LOG_SUMMARY_INTERVAL_MS_CONFIG = "log.summary.interval.ms";

	/** Accepted, but has no effect. */
	public static final String MAX_WARMUP_REPLICAS_CONFIG = "max.warmup.replicas";

	/** Accepted, but has no effect. */
	public static final String NUM_STANDBY_REPLICAS_CONFIG = "num.standby.replicas";

	/** Accepted, but has no effect. */
	public static final String PROBING_REBALANCE_INTERVAL_MS_CONFIG = "probing.rebalance.interval.ms";

	/** Accepted, but has no effect. */
	public static final String RACK_AWARE_ASSIGNMENT_TAGS_CONFIG = "rack.aware.assignment.tags";

	/**
	 * How long to wait before processed records of repartition topics are deleted again,
	 * in milliseconds: 30 000 unless set.
	 */
	public static final String REPARTITION_PURGE_INTERVAL_MS_CONFIG = "repartition.purge.interval.ms";

	/** Accepted, but has no effect. */
	public static final String ROCKSDB_CONFIG_SETTER_CLASS_CONFIG = "rocksdb.config.setter";

	/**
	 * Memory for entries of stores that were read or written lately, all threads
	 * together, in bytes as estimated: 32 MiB unless set, 0 for none. With 0, every
	 * update of a table is forwarded; otherwise those of one row between two commits are
	 * forwarded as one, unless the table's {@code Materialized} forbids a cache.
	 */
	public static final String STATESTORE_CACHE_MAX_BYTES_CONFIG = "statestore.cache.max.bytes";

	/** Accepted, but has no effect. */
	public static final String TASK_ASSIGNOR_CLASS_CONFIG = "task.assignor.class";

	/** Accepted, but has no effect. */
	public static final String UPGRADE_FROM_CONFIG = "upgrade.from";

	/**
	 * How long changelogs of window and session stores keep records beyond the retention
	 * of the store, in milliseconds. Default: one day.
	 */
	public static final String WINDOW_STORE_CHANGE_LOG_ADDITIONAL_RETENTION_MS_CONFIG = "windowstore.changelog.additional.retention.ms";

	SettingNames(ConfigDef definition, Map<?, ?> settings) {
		super(definition, settings, false);
	}

	/** Prefixes a setting of all consumers. */
	public static String consumerPrefix(String consumerProp) {
		return CONSUMER_PREFIX + consumerProp;
	}

	/** Prefixes a setting of the consumers that read input. */
	public static String mainConsumerPrefix(String consumerProp) {
		return MAIN_CONSUMER_PREFIX + consumerProp;
	}

	/** Prefixes a setting of the consumers that read changelogs. */
	public static String restoreConsumerPrefix(String consumerProp) {
		return RESTORE_CONSUMER_PREFIX + consumerProp;
	}

	/** Prefixes a setting of the consumers of global tables. */
	public static String globalConsumerPrefix(String consumerProp) {
		return GLOBAL_CONSUMER_PREFIX + consumerProp;
	}

	/** Prefixes a setting of producers. */
	public static String producerPrefix(String producerProp) {
		return PRODUCER_PREFIX + producerProp;
	}

	/** Prefixes a setting of admin clients. */
	public static String adminClientPrefix(String adminClientProp) {
		return ADMIN_CLIENT_PREFIX + adminClientProp;
	}

	/** Prefixes a setting of internal topics. */
	public static String topicPrefix(String topicProp) {
		return TOPIC_PREFIX + topicProp;
	}

	/** Prefixes a tag of this instance. */
	public static String clientTagPrefix(String clientTagKey) {
		return CLIENT_TAG_PREFIX + clientTagKey;
	}

}
