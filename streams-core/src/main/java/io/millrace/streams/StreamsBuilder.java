package io.millrace.streams;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

import io.millrace.streams.internal.dsl.Optimizations;
import io.millrace.streams.internal.dsl.Program;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.kstream.Consumed;
import io.millrace.streams.kstream.GlobalKTable;
import io.millrace.streams.kstream.KStream;
import io.millrace.streams.kstream.KTable;
import io.millrace.streams.kstream.Materialized;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Where a program in the DSL starts: declares the streams and tables that it reads, and
 * turns what was declared into a {@link Topology}.
 * <p>
 * Null arguments are refused with a {@link NullPointerException}. Not thread-safe.
 */
public class StreamsBuilder {

	private final Program program;

	private final @Nullable TopologyConfig config;

	/**
	 * Makes a builder that knows no settings of the application.
	 */
	public StreamsBuilder() {
		this.config = null;
		this.program = new Program();
	}

	/**
	 * Makes a builder that follows the settings of the application:
	 * {@code ensure.explicit.internal.resource.naming}, {@code topology.optimization},
	 * {@code dsl.store.suppliers.class} and {@code processor.wrapper.class}.
	 * @param topologyConfigs the settings
	 */
	public StreamsBuilder(TopologyConfig topologyConfigs) {
		this.config = Objects.requireNonNull(topologyConfigs, "topologyConfigs can't be null");
		this.program = new Program(topologyConfigs.resolveDslStoreSuppliers().orElse(null),
				topologyConfigs.processorWrapper());
	}

	/**
	 * Makes a builder that follows the settings of the application, as
	 * {@link #StreamsBuilder(TopologyConfig)} does.
	 * @param config the settings
	 */
	public StreamsBuilder(StreamsConfig config) {
		this(new TopologyConfig(Objects.requireNonNull(config, "config can't be null")));
	}

	/**
	 * As {@link #stream(Collection, Consumed)}, for one topic and with the default
	 * serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @return the stream
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(String topic) {
		return stream(topic, Consumed.as(null));
	}

	/**
	 * As {@link #stream(Collection, Consumed)}, for one topic.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param consumed serdes, time, where to start, and the name of the source
	 * @return the stream
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(String topic,
			Consumed<K, V> consumed) {
		return this.program.stream(List.of(topic), consumed);
	}

	/**
	 * As {@link #stream(Collection, Consumed)}, with the default serdes.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topics the topics
	 * @return the stream
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(Collection<String> topics) {
		return stream(topics, Consumed.as(null));
	}

	/**
	 * Reads topics as a stream. The order between records of different topics or
	 * partitions isn't defined. Topics may be declared as a stream again with the same
	 * settings: they are read once, under the name of the first declaration.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topics the topics, at least one; they have to exist
	 * @param consumed serdes, time, where to start, and the name of the source
	 * @return the stream
	 * @throws io.millrace.streams.errors.TopologyException if there is no topic, a name
	 * isn't legal, or a topic is read in another way already
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KStream<K, V> stream(Collection<String> topics,
			Consumed<K, V> consumed) {
		return this.program.stream(topics, consumed);
	}

	/**
	 * As {@link #table(String, Consumed, Materialized)}, with the default serdes, and
	 * stored only if an operator needs that.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic) {
		return this.program.table(topic, Consumed.as(null), null);
	}

	/**
	 * As {@link #table(String, Consumed, Materialized)}, stored only if an operator needs
	 * that.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param consumed serdes, time, where to start, and the name of the source
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic,
			Consumed<K, V> consumed) {
		return this.program.table(topic, consumed, null);
	}

	/**
	 * As {@link #table(String, Consumed, Materialized)}, read with the serdes that it is
	 * stored with.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param materialized how the table is stored
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return table(topic, Consumed.as(null), materialized);
	}

	/**
	 * Reads a topic as a table: a value replaces the one before under the same key, null
	 * deletes. Records without a key are dropped and counted.
	 * <p>
	 * A delete of a key that the table doesn't hold gives no change. A table without a
	 * store can't tell and passes every delete on; it has a store if {@code materialized}
	 * names one, or if an operator on it needs one, as a filter and a join do. The store
	 * has a changelog topic of its own.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic, which has to exist
	 * @param consumed serdes, time, where to start, and the name of the source
	 * @param materialized how the table is stored; serdes left out are those of
	 * {@code consumed}
	 * @return the table
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, the
	 * topic is read already, or the name of the store is taken
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> KTable<K, V> table(String topic,
			Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return this.program.table(topic, consumed, Objects.requireNonNull(materialized, "materialized can't be null"));
	}

	/**
	 * As {@link #globalTable(String, Consumed, Materialized)}, with the default serdes
	 * and a generated name of the store.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(String topic) {
		return this.program.globalStores().table(topic, Consumed.as(null), null);
	}

	/**
	 * As {@link #globalTable(String, Consumed, Materialized)}, with a generated name of
	 * the store.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param consumed serdes, time, and the name of the source
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(String topic,
			Consumed<K, V> consumed) {
		return this.program.globalStores().table(topic, consumed, null);
	}

	/**
	 * As {@link #globalTable(String, Consumed, Materialized)}, read with the serdes that
	 * it is stored with.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic
	 * @param materialized how the table is stored
	 * @return the table
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(String topic,
			Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return globalTable(topic, Consumed.as(null), materialized);
	}

	/**
	 * Reads a topic as a table of which every instance holds all rows. A value replaces
	 * the one before under the same key, null deletes; records without a key are dropped
	 * and counted. The topic is always read from its beginning, and is the only changelog
	 * that the table has: it should be compacted. Each instance reads all of it.
	 * @param <K> the type of the keys
	 * @param <V> the type of the values
	 * @param topic the topic, which has to exist
	 * @param consumed serdes, time, and the name of the source; where to start is of no
	 * effect
	 * @param materialized how the table is stored; serdes left out are those of
	 * {@code consumed}, and logging is of no effect
	 * @return the table
	 * @throws io.millrace.streams.errors.TopologyException if the name isn't legal, the
	 * topic is read already, the name of the store is taken, or the store is versioned
	 */
	public <K extends @Nullable Object, V extends @Nullable Object> GlobalKTable<K, V> globalTable(String topic,
			Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
		return this.program.globalStores()
			.table(topic, consumed, Objects.requireNonNull(materialized, "materialized can't be null"));
	}

	/**
	 * Adds a store of which every instance holds all, filled from a topic by a processor.
	 * Any processor of the topology can read it by its name, without being connected with
	 * it; only the one given here writes it.
	 * <p>
	 * The processor is given every record of the topic, from its beginning whenever the
	 * store is filled anew. It has nobody to forward to, no punctuations and no stream
	 * time: calls that need one throw {@link UnsupportedOperationException}.
	 * @param <KIn> the type of the keys
	 * @param <VIn> the type of the values
	 * @param storeBuilder makes the store, one of those of
	 * {@link io.millrace.streams.state.Stores}; its logging is turned off
	 * @param topic the topic, which has to exist
	 * @param consumed serdes, time, and the name of the source; where to start is of no
	 * effect
	 * @param stateUpdateSupplier makes the processor
	 * @return this object
	 * @throws io.millrace.streams.errors.TopologyException if a name isn't legal, the
	 * topic is read already, or the name of the store is taken
	 */
	public <KIn extends @Nullable Object, VIn extends @Nullable Object> StreamsBuilder addGlobalStore(
			StoreBuilder<?> storeBuilder, String topic, Consumed<KIn, VIn> consumed,
			ProcessorSupplier<KIn, VIn, Void, Void> stateUpdateSupplier) {
		this.program.globalStores().store(storeBuilder, topic, consumed, stateUpdateSupplier);
		return this;
	}

	/**
	 * Adds a store, for processors that name it.
	 * @param builder makes the store; the same one may be added again
	 * @return this object
	 * @throws io.millrace.streams.errors.TopologyException if another store has its name
	 */
	public StreamsBuilder addStateStore(StoreBuilder<?> builder) {
		this.program.addStateStore(builder);
		return this;
	}

	/**
	 * Turns what was declared into a topology. The builder may be used further; what is
	 * added later is in topologies that are built later.
	 * @return the topology
	 * @throws io.millrace.streams.errors.TopologyException if parts are missing or don't
	 * fit together, or, with {@code ensure.explicit.internal.resource.naming}, if a store
	 * or an internal topic has a generated name
	 */
	public Topology build() {
		return build(null);
	}

	/**
	 * As {@link #build()}, with settings that go before those of the application:
	 * {@code ensure.explicit.internal.resource.naming} and {@code topology.optimization}.
	 * @param properties the settings; null for none
	 * @return the topology
	 * @throws org.apache.kafka.common.config.ConfigException if a value is none of those
	 * that a setting may have
	 */
	public Topology build(@Nullable Properties properties) {
		TopologyGraph graph = new TopologyGraph();
		Set<String> optimizations = optimizations(properties);
		this.program.write(graph, explicitNaming(properties), Optimizations.of(optimizations));
		return new Topology(graph, this.config, optimizations);
	}

	private Set<String> optimizations(@Nullable Properties properties) {
		Object value = (properties != null) ? properties.get(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG) : null;
		if (value != null) {
			return StreamsConfig.verifyTopologyOptimizationConfigs(value.toString());
		}
		return (this.config != null) ? this.config.applicationConfigs.topologyOptimizations() : Set.of();
	}

	private boolean explicitNaming(@Nullable Properties properties) {
		String name = StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG;
		Object value = (properties != null) ? properties.get(name) : null;
		if (value != null) {
			return Boolean.TRUE.equals(ConfigDef.parseType(name, value, ConfigDef.Type.BOOLEAN));
		}
		return this.config != null && this.config.ensureExplicitInternalResourceNaming;
	}

}
