package io.millrace.streams;

import java.time.Duration;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.GraphDescription;
import io.millrace.streams.internal.topology.SerdeCheck;
import io.millrace.streams.internal.topology.TopologyCompiler;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A graph of sources, processors, sinks and state stores, declared node by node, or made
 * by {@link StreamsBuilder#build()}. Parents are added before their children; each call
 * is checked at once and throws a {@link TopologyException} that names what is wrong. The
 * methods may be called from several threads. A topology may serve several
 * {@link KafkaStreams} clients; changes after a client was made have no effect on it.
 */
public class Topology {

	private final TopologyGraph graph;

	private final @Nullable TopologyConfig config;

	private final DeclaredNodes nodes;

	private final @Nullable Set<String> optimizations;

	/**
	 * An empty topology.
	 */
	public Topology() {
		this(new TopologyGraph(), null, null);
	}

	/**
	 * An empty topology that follows settings of the application:
	 * {@code processor.wrapper.class}.
	 * @param topologyConfigs the settings
	 */
	public Topology(TopologyConfig topologyConfigs) {
		this(new TopologyGraph(), topologyConfigs, null);
	}

	Topology(TopologyGraph graph, @Nullable TopologyConfig config, @Nullable Set<String> optimizations) {
		this.graph = graph;
		this.optimizations = optimizations;
		this.config = config;
		this.nodes = new DeclaredNodes(graph, (config != null) ? config.processorWrapper() : null);
	}

	/**
	 * Adds a source that reads topics.
	 * @param name the name of the source, unique in the topology
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized Topology addSource(String name, String... topics) {
		this.nodes.source(name, null, null, null, null, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param name the name of the source, unique in the topology
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized <K, V> Topology addSource(String name, @Nullable Deserializer<K> keyDeserializer,
			@Nullable Deserializer<V> valueDeserializer, String... topics) {
		this.nodes.source(name, null, null, keyDeserializer, valueDeserializer, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param timestampExtractor takes a record's timestamp; null for the default
	 * @param name the name of the source, unique in the topology
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized Topology addSource(@Nullable TimestampExtractor timestampExtractor, String name,
			String... topics) {
		this.nodes.source(name, null, timestampExtractor, null, null, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param offsetReset where to start reading without a committed offset; null for the
	 * default
	 * @param name the name of the source, unique in the topology
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized Topology addSource(@Nullable AutoOffsetReset offsetReset, String name, String... topics) {
		this.nodes.source(name, offsetReset, null, null, null, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param offsetReset where to start reading without a committed offset; null for the
	 * default
	 * @param name the name of the source, unique in the topology
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized <K, V> Topology addSource(@Nullable AutoOffsetReset offsetReset, String name,
			@Nullable Deserializer<K> keyDeserializer, @Nullable Deserializer<V> valueDeserializer, String... topics) {
		this.nodes.source(name, offsetReset, null, keyDeserializer, valueDeserializer, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param offsetReset where to start reading without a committed offset; null for the
	 * default
	 * @param timestampExtractor takes a record's timestamp; null for the default
	 * @param name the name of the source, unique in the topology
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized Topology addSource(@Nullable AutoOffsetReset offsetReset,
			@Nullable TimestampExtractor timestampExtractor, String name, String... topics) {
		this.nodes.source(name, offsetReset, timestampExtractor, null, null, topics);
		return this;
	}

	/**
	 * Adds a source that reads topics.
	 * @param offsetReset where to start reading without a committed offset; null for the
	 * default
	 * @param name the name of the source, unique in the topology
	 * @param timestampExtractor takes a record's timestamp; null for the default
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topics the topics to read, at least one; no other source may read them
	 * @return this topology
	 * @throws TopologyException if the name is taken or a topic has a source already
	 */
	public synchronized <K, V> Topology addSource(@Nullable AutoOffsetReset offsetReset, String name,
			@Nullable TimestampExtractor timestampExtractor, @Nullable Deserializer<K> keyDeserializer,
			@Nullable Deserializer<V> valueDeserializer, String... topics) {
		this.nodes.source(name, offsetReset, timestampExtractor, keyDeserializer, valueDeserializer, topics);
		return this;
	}

	/**
	 * Adds a sink that writes to a topic.
	 * @param name the name of the sink, unique in the topology
	 * @param topic the topic to write to
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized Topology addSink(String name, String topic, String... parentNames) {
		this.nodes.sink(name, topic, null, null, null, null, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to a topic.
	 * @param name the name of the sink, unique in the topology
	 * @param topic the topic to write to
	 * @param partitioner chooses the partitions; null to let the producer choose by the
	 * key
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, String topic,
			@Nullable StreamPartitioner<? super K, ? super V> partitioner, String... parentNames) {
		this.nodes.sink(name, topic, null, null, null, partitioner, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to a topic.
	 * @param name the name of the sink, unique in the topology
	 * @param topic the topic to write to
	 * @param keySerializer writes keys; null for the default serde's
	 * @param valueSerializer writes values; null for the default serde's
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, String topic, @Nullable Serializer<K> keySerializer,
			@Nullable Serializer<V> valueSerializer, String... parentNames) {
		this.nodes.sink(name, topic, null, keySerializer, valueSerializer, null, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to a topic.
	 * @param name the name of the sink, unique in the topology
	 * @param topic the topic to write to
	 * @param keySerializer writes keys; null for the default serde's
	 * @param valueSerializer writes values; null for the default serde's
	 * @param partitioner chooses the partitions; null to let the producer choose by the
	 * key
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, String topic, @Nullable Serializer<K> keySerializer,
			@Nullable Serializer<V> valueSerializer, @Nullable StreamPartitioner<? super K, ? super V> partitioner,
			String... parentNames) {
		this.nodes.sink(name, topic, null, keySerializer, valueSerializer, partitioner, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to topics chosen by record.
	 * @param name the name of the sink, unique in the topology
	 * @param topicExtractor chooses the topic for each record
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, TopicNameExtractor<? super K, ? super V> topicExtractor,
			String... parentNames) {
		this.nodes.sink(name, null, topicExtractor, null, null, null, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to topics chosen by record.
	 * @param name the name of the sink, unique in the topology
	 * @param topicExtractor chooses the topic for each record
	 * @param partitioner chooses the partitions; null to let the producer choose by the
	 * key
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, TopicNameExtractor<? super K, ? super V> topicExtractor,
			@Nullable StreamPartitioner<? super K, ? super V> partitioner, String... parentNames) {
		this.nodes.sink(name, null, topicExtractor, null, null, partitioner, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to topics chosen by record.
	 * @param name the name of the sink, unique in the topology
	 * @param topicExtractor chooses the topic for each record
	 * @param keySerializer writes keys; null for the default serde's
	 * @param valueSerializer writes values; null for the default serde's
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, TopicNameExtractor<? super K, ? super V> topicExtractor,
			@Nullable Serializer<K> keySerializer, @Nullable Serializer<V> valueSerializer, String... parentNames) {
		this.nodes.sink(name, null, topicExtractor, keySerializer, valueSerializer, null, parentNames);
		return this;
	}

	/**
	 * Adds a sink that writes to topics chosen by record.
	 * @param name the name of the sink, unique in the topology
	 * @param topicExtractor chooses the topic for each record
	 * @param keySerializer writes keys; null for the default serde's
	 * @param valueSerializer writes values; null for the default serde's
	 * @param partitioner chooses the partitions; null to let the producer choose by the
	 * key
	 * @param parentNames the nodes whose records go to it, at least one
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <K, V> Topology addSink(String name, TopicNameExtractor<? super K, ? super V> topicExtractor,
			@Nullable Serializer<K> keySerializer, @Nullable Serializer<V> valueSerializer,
			@Nullable StreamPartitioner<? super K, ? super V> partitioner, String... parentNames) {
		this.nodes.sink(name, null, topicExtractor, keySerializer, valueSerializer, partitioner, parentNames);
		return this;
	}

	/**
	 * Adds a processor. Stores that the supplier brings along are added and connected.
	 * @param name the name of the processor, unique in the topology
	 * @param supplier makes a new processor for each task
	 * @param parentNames the nodes whose records go to it, at least one
	 * @param <KIn> the type of keys taken
	 * @param <VIn> the type of values taken
	 * @param <KOut> the type of keys forwarded
	 * @param <VOut> the type of values forwarded
	 * @return this topology
	 * @throws TopologyException if the name is taken or a parent is missing
	 */
	public synchronized <KIn, VIn, KOut, VOut> Topology addProcessor(String name,
			ProcessorSupplier<KIn, VIn, KOut, VOut> supplier, String... parentNames) {
		this.nodes.processor(name, supplier, parentNames);
		return this;
	}

	/**
	 * Adds a state store and connects it with processors. Adding the same builder again
	 * connects it with more.
	 * @param storeBuilder makes the store for each task
	 * @param processorNames the processors that use it; may be empty if it's connected
	 * later
	 * @param <S> the type of the store
	 * @return this topology
	 * @throws TopologyException if another store has that name, or a processor is missing
	 */
	public synchronized <S extends StateStore> Topology addStateStore(StoreBuilder<S> storeBuilder,
			String... processorNames) {
		this.nodes.store(storeBuilder, processorNames);
		return this;
	}

	/**
	 * As
	 * {@link #addGlobalStore(StoreBuilder, String, TimestampExtractor, Deserializer, Deserializer, String, String, ProcessorSupplier)},
	 * with the default timestamp extractor.
	 * @param storeBuilder makes the store
	 * @param sourceName the name of the source
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topic the topic that fills the store
	 * @param processorName the name of the processor
	 * @param stateUpdateSupplier makes the processor
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @param <S> the type of the store
	 * @return this topology
	 * @throws TopologyException if a name is taken or the topic has a source already
	 */
	public synchronized <K, V, S extends StateStore> Topology addGlobalStore(StoreBuilder<S> storeBuilder,
			String sourceName, @Nullable Deserializer<K> keyDeserializer, @Nullable Deserializer<V> valueDeserializer,
			String topic, String processorName, ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
		return addGlobalStore(storeBuilder, sourceName, null, keyDeserializer, valueDeserializer, topic, processorName,
				stateUpdateSupplier);
	}

	/**
	 * Adds a store of which every instance holds all, filled from a topic by a processor.
	 * See
	 * {@link StreamsBuilder#addGlobalStore(StoreBuilder, String, io.millrace.streams.kstream.Consumed, ProcessorSupplier)}.
	 * @param storeBuilder makes the store; its logging is turned off
	 * @param sourceName the name of the source, unique in the topology
	 * @param timestampExtractor takes a record's timestamp; null for the default
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topic the topic that fills the store; no other source may read it
	 * @param processorName the name of the processor, unique in the topology
	 * @param stateUpdateSupplier makes the processor, the only one that writes the store
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @param <S> the type of the store
	 * @return this topology
	 * @throws TopologyException if a name is taken or the topic has a source already
	 */
	public synchronized <K, V, S extends StateStore> Topology addGlobalStore(StoreBuilder<S> storeBuilder,
			String sourceName, @Nullable TimestampExtractor timestampExtractor,
			@Nullable Deserializer<K> keyDeserializer, @Nullable Deserializer<V> valueDeserializer, String topic,
			String processorName, ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
		this.nodes.globalStore(storeBuilder, sourceName, timestampExtractor, keyDeserializer, valueDeserializer, topic,
				processorName, stateUpdateSupplier);
		return this;
	}

	/**
	 * As
	 * {@link #addReadOnlyStateStore(StoreBuilder, String, TimestampExtractor, Deserializer, Deserializer, String, String, ProcessorSupplier)},
	 * with the default timestamp extractor.
	 * @param storeBuilder makes the store for each task
	 * @param sourceName the name of the source
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topic the topic that fills the store
	 * @param processorName the name of the processor
	 * @param stateUpdateSupplier makes the processor
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @param <S> the type of the store
	 * @return this topology
	 * @throws TopologyException if a name is taken or the topic has a source already
	 */
	public synchronized <K, V, S extends StateStore> Topology addReadOnlyStateStore(StoreBuilder<S> storeBuilder,
			String sourceName, @Nullable Deserializer<K> keyDeserializer, @Nullable Deserializer<V> valueDeserializer,
			String topic, String processorName, ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
		return addReadOnlyStateStore(storeBuilder, sourceName, null, keyDeserializer, valueDeserializer, topic,
				processorName, stateUpdateSupplier);
	}

	/**
	 * Adds a store of each task that is filled from a topic by a processor, which has to
	 * put what it is given under the same key. The store has no changelog but that topic,
	 * from which it is restored as it stands there. Other processors that are connected
	 * with it, {@link #connectProcessorAndStateStores}, are to read it only.
	 * @param storeBuilder makes the store for each task; its logging is turned off
	 * @param sourceName the name of the source, unique in the topology
	 * @param timestampExtractor takes a record's timestamp; null for the default
	 * @param keyDeserializer reads keys; null for the default serde's
	 * @param valueDeserializer reads values; null for the default serde's
	 * @param topic the topic that fills the store, compacted; no other source may read it
	 * @param processorName the name of the processor, unique in the topology
	 * @param stateUpdateSupplier makes the processor
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @param <S> the type of the store
	 * @return this topology
	 * @throws TopologyException if a name is taken or the topic has a source already
	 */
	public synchronized <K, V, S extends StateStore> Topology addReadOnlyStateStore(StoreBuilder<S> storeBuilder,
			String sourceName, @Nullable TimestampExtractor timestampExtractor,
			@Nullable Deserializer<K> keyDeserializer, @Nullable Deserializer<V> valueDeserializer, String topic,
			String processorName, ProcessorSupplier<K, V, Void, Void> stateUpdateSupplier) {
		this.nodes.readOnlyStore(storeBuilder, sourceName, timestampExtractor, keyDeserializer, valueDeserializer,
				topic, processorName, stateUpdateSupplier);
		return this;
	}

	/**
	 * Lets a processor use stores that have been added.
	 * @param processorName the processor
	 * @param stateStoreNames the stores, at least one
	 * @return this topology
	 * @throws TopologyException if the processor or a store is missing
	 */
	public synchronized Topology connectProcessorAndStateStores(String processorName, String... stateStoreNames) {
		this.nodes.connect(processorName, stateStoreNames);
		return this;
	}

	/**
	 * Describes the topology as it is now.
	 * @return the description; its text shows the nodes of each subtopology
	 */
	public synchronized TopologyDescription describe() {
		return GraphDescription.of(this.graph);
	}

	synchronized CompiledTopology compile(StreamsConfig config) {
		TopologyConfig.requireSeen(config, this.config, this.optimizations);
		CompiledTopology compiled = TopologyCompiler.compile(this.graph, config.applicationId(),
				Duration.ofMillis(config.windowStoreChangelogAdditionalRetentionMs()));
		SerdeCheck.check(this.graph, config);
		return compiled;
	}

}
