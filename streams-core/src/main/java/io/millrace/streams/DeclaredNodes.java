package io.millrace.streams;

import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.operator.ProcessorOperator;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.internal.topology.LegalName;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.internal.topology.TopologyGraph;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.TopicNameExtractor;
import io.millrace.streams.processor.api.ProcessorSupplier;
import io.millrace.streams.processor.api.ProcessorWrapper;
import io.millrace.streams.state.StoreBuilder;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * What is declared node by node: checks what it is handed, and adds it to the graph. The
 * overloads of one {@link Topology} all end here; not thread-safe.
 */
final class DeclaredNodes {

	private final TopologyGraph graph;

	private final @Nullable ProcessorWrapper wrapper;

	/**
	 * Makes it.
	 * @param graph what nodes are added to
	 * @param wrapper wraps processors; null for none
	 */
	DeclaredNodes(TopologyGraph graph, @Nullable ProcessorWrapper wrapper) {
		this.graph = graph;
		this.wrapper = wrapper;
	}

	void source(String name, @Nullable AutoOffsetReset offsetReset, @Nullable TimestampExtractor timestampExtractor,
			@Nullable Deserializer<?> keyDeserializer, @Nullable Deserializer<?> valueDeserializer, String... topics) {
		Objects.requireNonNull(name, "name can't be null");
		this.graph.add(new NodeSpec.Source(name, List.of(topics), keyDeserializer, valueDeserializer,
				timestampExtractor, offsetReset));
	}

	void sink(String name, @Nullable String topic, @Nullable TopicNameExtractor<?, ?> topicExtractor,
			@Nullable Serializer<?> keySerializer, @Nullable Serializer<?> valueSerializer,
			@Nullable StreamPartitioner<?, ?> partitioner, String... parentNames) {
		Objects.requireNonNull(name, "name can't be null");
		if (topic == null && topicExtractor == null) {
			throw new NullPointerException("topic can't be null for sink " + name);
		}
		this.graph.add(new NodeSpec.Sink(name, parents(name, parentNames), topic, topicExtractor, keySerializer,
				valueSerializer, partitioner));
	}

	<KIn, VIn, KOut, VOut> void processor(String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier,
			String... parentNames) {
		Objects.requireNonNull(name, "name can't be null");
		Objects.requireNonNull(supplier, "supplier can't be null");
		ProcessorSupplier<KIn, VIn, KOut, VOut> wrapped = (this.wrapper != null)
				? this.wrapper.wrapProcessorSupplier(name, supplier) : supplier;
		this.graph.add(new NodeSpec.Processing(name, parents(name, parentNames),
				ProcessorOperator.factory(name, wrapped), "processor"));
		Set<StoreBuilder<?>> stores = wrapped.stores();
		if (stores != null) {
			stores.forEach((store) -> this.graph.addStore(store, name));
		}
	}

	void store(StoreBuilder<?> builder, String... processorNames) {
		Objects.requireNonNull(builder, "storeBuilder can't be null");
		this.graph.addStore(builder, processorNames);
	}

	void globalStore(StoreBuilder<?> builder, String sourceName, @Nullable TimestampExtractor timestampExtractor,
			@Nullable Deserializer<?> keyDeserializer, @Nullable Deserializer<?> valueDeserializer, String topic,
			String processorName, ProcessorSupplier<?, ?, Void, Void> supplier) {
		Objects.requireNonNull(builder, "storeBuilder can't be null");
		Objects.requireNonNull(sourceName, "sourceName can't be null");
		Objects.requireNonNull(topic, "topic can't be null");
		Objects.requireNonNull(processorName, "processorName can't be null");
		Objects.requireNonNull(supplier, "stateUpdateSupplier can't be null");
		LegalName.check("name of a store", builder.name());
		builder.withLoggingDisabled();
		this.graph.addGlobalStore(new GlobalStoreSpec(builder,
				new NodeSpec.Source(sourceName, List.of(topic), keyDeserializer, valueDeserializer, timestampExtractor,
						null),
				new NodeSpec.Processing(processorName, List.of(sourceName),
						ProcessorOperator.globalFactory(processorName, supplier), "global-store")));
	}

	<K, V> void readOnlyStore(StoreBuilder<?> builder, String sourceName,
			@Nullable TimestampExtractor timestampExtractor, @Nullable Deserializer<K> keyDeserializer,
			@Nullable Deserializer<V> valueDeserializer, String topic, String processorName,
			ProcessorSupplier<K, V, Void, Void> supplier) {
		Objects.requireNonNull(builder, "storeBuilder can't be null");
		builder.withLoggingDisabled();
		source(sourceName, AutoOffsetReset.earliest(), timestampExtractor, keyDeserializer, valueDeserializer, topic);
		processor(processorName, supplier, sourceName);
		this.graph.addStore(builder, processorName);
		this.graph.logStoreWith(builder.name(), topic);
	}

	void connect(String processorName, String... stateStoreNames) {
		Objects.requireNonNull(processorName, "processorName can't be null");
		if (stateStoreNames.length == 0) {
			throw new TopologyException("Name at least one state store to connect with " + processorName + ".");
		}
		for (String store : stateStoreNames) {
			this.graph.connect(processorName, Objects.requireNonNull(store, "stateStoreNames can't hold null"));
		}
	}

	private static List<String> parents(String name, String... parentNames) {
		for (String parent : parentNames) {
			if (name.equals(Objects.requireNonNull(parent, "parentNames can't hold null"))) {
				throw new TopologyException("Processor " + name + " can't be its own parent.");
			}
		}
		return List.of(parentNames);
	}

}
