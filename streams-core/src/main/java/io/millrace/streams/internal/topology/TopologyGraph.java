package io.millrace.streams.internal.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What a program declared: nodes, stores and internal topics, in the order of
 * declaration. The DSL and {@code Topology} fill it, {@link TopologyCompiler} reads it.
 * Each addition is checked at once, so an error points at the call that made it. Not
 * thread-safe.
 */
public final class TopologyGraph {

	private final Map<String, NodeSpec> nodes = new LinkedHashMap<>();

	private final Map<String, Set<String>> connections = new HashMap<>();

	private final Map<String, StoreDeclaration> stores = new LinkedHashMap<>();

	private final Map<String, GlobalStoreSpec> globalStores = new LinkedHashMap<>();

	private final Map<String, RepartitionSpec> repartitionTopics = new LinkedHashMap<>();

	private final List<Set<String>> copartitionGroups = new ArrayList<>();

	private final SerdeHints serdeHints = new SerdeHints();

	/**
	 * Adds a node.
	 * @param node the node; its parents have been added before
	 * @throws TopologyException if the name is taken, a parent is missing or a topic is
	 * read twice
	 */
	public void add(NodeSpec node) {
		if (this.nodes.containsKey(node.name())) {
			throw new TopologyException("Processor " + node.name() + " is already added.");
		}
		for (String parent : node.parents()) {
			NodeSpec found = this.nodes.get(parent);
			if (found == null) {
				throw new TopologyException(
						"Processor " + node.name() + " names the parent " + parent + ", which is not added yet.");
			}
			if (found instanceof NodeSpec.Sink) {
				throw new TopologyException("Processor " + node.name() + " names the sink " + parent
						+ " as its parent; a sink has no children.");
			}
			if (ofGlobalStore(found)) {
				throw new TopologyException("Processor " + node.name() + " names " + parent
						+ " as its parent, which fills a global store; look records up in the store instead.");
			}
		}
		if (node instanceof NodeSpec.Source source) {
			checkTopics(source);
		}
		else if (node.parents().isEmpty()) {
			throw new TopologyException("Processor " + node.name() + " needs at least one parent.");
		}
		this.nodes.put(node.name(), node);
	}

	private void checkTopics(NodeSpec.Source added) {
		if (added.topics().isEmpty()) {
			throw new TopologyException("Source " + added.name() + " needs at least one topic.");
		}
		Set<String> seen = new LinkedHashSet<>();
		for (String topic : added.topics()) {
			if (!seen.add(topic)) {
				throw new TopologyException("Source " + added.name() + " names topic " + topic + " twice.");
			}
			for (NodeSpec node : this.nodes.values()) {
				if (node instanceof NodeSpec.Source source && source.topics().contains(topic)) {
					throw new TopologyException("Topic " + topic + " is already read by source " + source.name()
							+ "; a topic can have one source only.");
				}
			}
		}
	}

	/**
	 * Adds a store and connects it with operators; adding the same builder again only
	 * connects.
	 * @param builder what makes the store
	 * @param operators the operators that use it
	 * @throws TopologyException if another builder has that name, or an operator is
	 * missing
	 */
	public void addStore(StoreBuilder<?> builder, String... operators) {
		StoreDeclaration known = this.stores.get(builder.name());
		if (known == null) {
			checkNotGlobal(builder.name());
			this.stores.put(builder.name(), new StoreDeclaration(builder));
		}
		else if (known.builder != builder) {
			throw new TopologyException(
					"A different StateStore has already been added with the name " + builder.name() + ".");
		}
		for (String operator : operators) {
			connect(operator, builder.name());
		}
	}

	private void checkNotGlobal(String store) {
		if (this.globalStores.containsKey(store)) {
			throw new TopologyException("A global StateStore has already been added with the name " + store + ".");
		}
	}

	/**
	 * Adds a store that every instance has in full.
	 * @param store the store and the nodes that fill it
	 * @throws TopologyException if the name of the store or of a node is taken, or the
	 * topic has a source already
	 */
	public void addGlobalStore(GlobalStoreSpec store) {
		checkNotGlobal(store.name());
		if (this.stores.containsKey(store.name())) {
			throw new TopologyException("A StateStore has already been added with the name " + store.name() + ".");
		}
		add(store.source());
		add(store.processor());
		this.connections.put(store.processor().name(), Set.of(store.name()));
		this.globalStores.put(store.name(), store);
	}

	/**
	 * Whether a node fills a global store.
	 */
	boolean ofGlobalStore(NodeSpec node) {
		for (GlobalStoreSpec store : this.globalStores.values()) {
			if (store.source() == node || store.processor() == node) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Lets an operator use a store.
	 * @param operator the operator's name
	 * @param store the store's name
	 * @throws TopologyException if either is missing or the operator is a source or sink
	 */
	public void connect(String operator, String store) {
		StoreDeclaration declaration = this.stores.get(store);
		if (declaration == null) {
			throw new TopologyException(this.globalStores.containsKey(store) ? "StateStore " + store
					+ " is a global one, which every processor can reach; don't connect " + operator + " with it."
					: "StateStore " + store + " is not added yet.");
		}
		NodeSpec node = this.nodes.get(operator);
		if (node == null) {
			throw new TopologyException("Processor " + operator + " is not added yet.");
		}
		if (!(node instanceof NodeSpec.Processing)) {
			throw new TopologyException("StateStore " + store + " can't be connected with " + operator
					+ ": only processors use stores, not sources or sinks.");
		}
		declaration.operators.add(operator);
		this.connections.computeIfAbsent(operator, (name) -> new LinkedHashSet<>()).add(store);
	}

	/**
	 * The stores that an operator uses, in the order in which they were connected.
	 * @param operator the operator's name
	 * @return the names, unmodifiable
	 */
	Set<String> storesOf(String operator) {
		return Collections.unmodifiableSet(this.connections.getOrDefault(operator, Set.of()));
	}

	/**
	 * Makes a source topic serve as a store's changelog.
	 * @param store the store's name
	 * @param topic the source topic
	 */
	public void logStoreWith(String store, String topic) {
		StoreDeclaration declaration = this.stores.get(store);
		if (declaration == null) {
			throw new TopologyException("StateStore " + store + " is not added yet.");
		}
		declaration.sourceTopic = topic;
	}

	/**
	 * Declares a repartition topic, to be written and read by nodes that name it.
	 * @param topic the topic
	 */
	public void addRepartitionTopic(RepartitionSpec topic) {
		if (this.repartitionTopics.putIfAbsent(topic.name(), topic) != null) {
			throw new TopologyException("Repartition topic " + topic.name() + " is already added.");
		}
	}

	/**
	 * Demands that the topics of some sources have the same number of partitions.
	 * @param sources names of sources
	 */
	public void copartition(Collection<String> sources) {
		this.copartitionGroups.add(Collections.unmodifiableSet(new LinkedHashSet<>(sources)));
	}

	/**
	 * What is known of serdes that are left out.
	 * @return the hints, to add to
	 */
	public SerdeHints serdeHints() {
		return this.serdeHints;
	}

	public @Nullable NodeSpec node(String name) {
		return this.nodes.get(name);
	}

	public boolean hasStore(String name) {
		return this.stores.containsKey(name);
	}

	/**
	 * All nodes in the order of declaration.
	 * @return an unmodifiable view
	 */
	public Collection<NodeSpec> nodes() {
		return Collections.unmodifiableCollection(this.nodes.values());
	}

	public List<StoreSpec> stores() {
		return this.stores.values()
			.stream()
			.map((store) -> new StoreSpec(store.builder, store.operators, store.sourceTopic))
			.toList();
	}

	/**
	 * The global stores in the order of declaration.
	 * @return a copy
	 */
	public List<GlobalStoreSpec> globalStores() {
		return List.copyOf(this.globalStores.values());
	}

	public Map<String, RepartitionSpec> repartitionTopics() {
		return Collections.unmodifiableMap(this.repartitionTopics);
	}

	/**
	 * Sets of sources whose topics must be co-partitioned.
	 * @return an unmodifiable view
	 */
	public List<Set<String>> copartitionGroups() {
		return Collections.unmodifiableList(this.copartitionGroups);
	}

	private static final class StoreDeclaration {

		private final StoreBuilder<?> builder;

		private final Set<String> operators = new LinkedHashSet<>();

		private @Nullable String sourceTopic;

		private StoreDeclaration(StoreBuilder<?> builder) {
			this.builder = builder;
		}

	}

}
