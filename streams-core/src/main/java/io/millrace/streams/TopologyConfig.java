package io.millrace.streams;

import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.api.ProcessorWrapper;
import io.millrace.streams.state.BuiltInDslStoreSuppliers;
import io.millrace.streams.state.DslStoreSuppliers;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an application that decide how its topology is built. A
 * {@link StreamsBuilder} or {@link Topology} that is made without it can't follow them.
 * Immutable.
 */
public final class TopologyConfig extends AbstractConfig {

	/** Always null: topologies have no names. */
	public final @Nullable String topologyName;

	/** Whether results, state and consumed offsets commit together. */
	public final boolean eosEnabled;

	/** The settings of the application. */
	public final StreamsConfig applicationConfigs;

	/** Always empty. */
	public final Properties topologyOverrides;

	/** With more records of a partition than this waiting, no more are polled of it. */
	public final int maxBufferedSize;

	/** Memory for entries of stores, all threads together, in bytes. */
	public final long cacheSize;

	/** How long a task with an empty input waits for it, in milliseconds. */
	public final long maxTaskIdleMs;

	/** How long a task may fail for reasons that pass, in milliseconds. */
	public final long taskTimeoutMs;

	/** {@code in_memory} or {@code rocksDB}, after {@code state.store}. */
	public final String storeType;

	/** The class that chooses stores, or null. */
	public final @Nullable Class<?> dslStoreSuppliers;

	/** Makes the default timestamp extractor. */
	public final Supplier<TimestampExtractor> timestampExtractorSupplier;

	/** Makes the handler of records that can't be deserialised. */
	public final Supplier<DeserializationExceptionHandler> deserializationExceptionHandlerSupplier;

	/** Makes the handler of records that an operator fails at. */
	public final Supplier<ProcessingExceptionHandler> processingExceptionHandlerSupplier;

	/**
	 * Whether a topology with generated names of stores or internal topics is refused.
	 */
	public final boolean ensureExplicitInternalResourceNaming;

	/** Always true: uncommitted writes never reach a store's engine. */
	public final boolean transactionalStateStoresEnabled = true;

	/**
	 * Takes what it needs from the settings of an application.
	 * @param configs the settings
	 */
	public TopologyConfig(StreamsConfig configs) {
		this(null, configs, new Properties());
	}

	/**
	 * Takes what it needs from the settings of an application.
	 * @param topologyName null, since topologies have no names
	 * @param globalAppConfigs the settings
	 * @param topologyOverrides empty, since settings are those of the application
	 * @throws TopologyException if there is a name or an override
	 */
	public TopologyConfig(@Nullable String topologyName, StreamsConfig globalAppConfigs, Properties topologyOverrides) {
		super(new ConfigDef(), topologyOverrides, false);
		if (topologyName != null || !topologyOverrides.isEmpty()) {
			throw new TopologyException("Topologies have neither names nor settings of their own; give all settings to"
					+ " the application, and run one topology in each KafkaStreams.");
		}
		StreamsConfig config = Objects.requireNonNull(globalAppConfigs, "configs can't be null");
		this.topologyName = null;
		this.topologyOverrides = new Properties();
		this.applicationConfigs = config;
		this.eosEnabled = config.exactlyOnce();
		this.maxBufferedSize = config.bufferedRecordsPerPartition();
		this.cacheSize = config.stateCacheMaxBytes();
		this.maxTaskIdleMs = config.maxTaskIdleMs();
		this.taskTimeoutMs = config.taskTimeoutMs();
		this.storeType = "in-memory".equals(config.stateStore()) ? StreamsConfig.IN_MEMORY : StreamsConfig.ROCKS_DB;
		this.dslStoreSuppliers = config.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
		this.timestampExtractorSupplier = config::defaultTimestampExtractor;
		this.deserializationExceptionHandlerSupplier = config::deserializationExceptionHandler;
		this.processingExceptionHandlerSupplier = config::processingExceptionHandler;
		this.ensureExplicitInternalResourceNaming = config.ensureExplicitInternalResourceNaming();
	}

	/**
	 * Refuses settings of the application that a topology has not seen when it was built.
	 */
	static void requireSeen(StreamsConfig config, @Nullable TopologyConfig seen, @Nullable Set<String> optimizations) {
		requireSeen(config, seen, StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG);
		Class<?> suppliers = config.getClass(StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
		// Of those that come with Millrace, state.store does the same.
		if (suppliers != null && suppliers.getEnclosingClass() != BuiltInDslStoreSuppliers.class) {
			requireSeen(config, seen, StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG);
		}
		Set<String> wanted = config.topologyOptimizations();
		if (!wanted.isEmpty() && optimizations != null && !wanted.equals(optimizations)) {
			throw new TopologyException(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG + " is "
					+ config.getString(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG)
					+ ", but the topology was built with "
					+ (optimizations.isEmpty() ? StreamsConfig.NO_OPTIMIZATION
							: String.join(",", new TreeSet<>(optimizations)))
					+ "; it takes effect when a topology is built, so give the settings to StreamsBuilder.build, or to"
					+ " the builder: new StreamsBuilder(new TopologyConfig(config)).");
		}
	}

	private static void requireSeen(StreamsConfig config, @Nullable TopologyConfig seen, String setting) {
		Class<?> wanted = config.getClass(setting);
		Class<?> built = (seen != null) ? seen.applicationConfigs.getClass(setting) : null;
		if (wanted != null && wanted != built) {
			throw new TopologyException(setting + " is " + wanted.getName() + ", but the topology was built "
					+ ((built != null) ? "with " + built.getName() : "without it")
					+ "; it takes effect when a topology is built, so give the settings to the builder: new"
					+ " StreamsBuilder(new TopologyConfig(config)), or new Topology(new TopologyConfig(config)).");
		}
	}

	@Nullable ProcessorWrapper processorWrapper() {
		return SettingDefinitions.instance(this.applicationConfigs, StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG,
				ProcessorWrapper.class);
	}

	/**
	 * Where stores are that nothing else is said about.
	 * @return the place, after {@code state.store}
	 */
	public Materialized.StoreType parseStoreType() {
		return this.storeType.equals(StreamsConfig.IN_MEMORY) ? Materialized.StoreType.IN_MEMORY
				: Materialized.StoreType.ROCKS_DB;
	}

	/**
	 * What chooses stores that nothing else is said about.
	 * @return a new instance of {@code dsl.store.suppliers.class}; empty if that isn't
	 * set
	 */
	public Optional<DslStoreSuppliers> resolveDslStoreSuppliers() {
		return Optional.ofNullable(SettingDefinitions.instance(this.applicationConfigs,
				StreamsConfig.DSL_STORE_SUPPLIERS_CLASS_CONFIG, DslStoreSuppliers.class));
	}

	/**
	 * Whether the topology has a name.
	 * @return false
	 */
	public boolean isNamedTopology() {
		return false;
	}

	/**
	 * What tasks need of the settings.
	 * @return a copy
	 */
	public TaskConfig getTaskConfig() {
		return new TaskConfig(this);
	}

	/**
	 * What tasks need of the settings. Immutable.
	 */
	public static class TaskConfig {

		/** How long a task with an empty input waits for it, in milliseconds. */
		public final long maxTaskIdleMs;

		/** How long a task may fail for reasons that pass, in milliseconds. */
		public final long taskTimeoutMs;

		/**
		 * With more records of a partition than this waiting, no more are polled of it.
		 */
		public final int maxBufferedSize;

		/** The default timestamp extractor. */
		public final TimestampExtractor timestampExtractor;

		/** The handler of records that can't be deserialised. */
		public final DeserializationExceptionHandler deserializationExceptionHandler;

		/** The handler of records that an operator fails at. */
		public final ProcessingExceptionHandler processingExceptionHandler;

		/** Whether results, state and consumed offsets commit together. */
		public final boolean eosEnabled;

		/** Always true: uncommitted writes never reach a store's engine. */
		public final boolean transactionalStateStoresEnabled;

		private TaskConfig(TopologyConfig config) {
			this.maxTaskIdleMs = config.maxTaskIdleMs;
			this.taskTimeoutMs = config.taskTimeoutMs;
			this.maxBufferedSize = config.maxBufferedSize;
			this.timestampExtractor = config.timestampExtractorSupplier.get();
			this.deserializationExceptionHandler = config.deserializationExceptionHandlerSupplier.get();
			this.processingExceptionHandler = config.processingExceptionHandlerSupplier.get();
			this.eosEnabled = config.eosEnabled;
			this.transactionalStateStoresEnabled = config.transactionalStateStoresEnabled;
		}

	}

}
