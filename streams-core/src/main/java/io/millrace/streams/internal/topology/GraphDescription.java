package io.millrace.streams.internal.topology;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.millrace.streams.TopologyDescription;
import io.millrace.streams.processor.TopicNameExtractor;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link TopologyGraph} in the structure and the text that users of Kafka
 * Streams know. Called by {@code Topology.describe()}.
 */
public final class GraphDescription implements TopologyDescription {

	private final Set<Subtopology> subtopologies = new LinkedHashSet<>();

	private final Set<GlobalStore> globalStores = new LinkedHashSet<>();

	private final StringBuilder text = new StringBuilder("Topologies:\n ");

	private GraphDescription() {
	}

	/**
	 * Describes a graph.
	 * @param graph the graph as it is now
	 * @return the description
	 */
	public static TopologyDescription of(TopologyGraph graph) {
		GraphDescription description = new GraphDescription();
		int id = 0;
		for (List<NodeSpec> group : NodeGroups.of(graph)) {
			DescribedSubtopology described = describe(id++, group, graph);
			if (graph.ofGlobalStore(group.get(0))) {
				description.add(described.globalStore());
			}
			else {
				description.subtopologies.add(described);
				description.text.append(described);
			}
		}
		return description;
	}

	private void add(GlobalStore store) {
		this.globalStores.add(store);
		this.text.append(store);
	}

	private static DescribedSubtopology describe(int id, List<NodeSpec> group, TopologyGraph graph) {
		Map<String, NodeSpec> specs = new HashMap<>();
		group.forEach((node) -> specs.put(node.name(), node));
		Map<String, DescribedNode> nodes = new LinkedHashMap<>();
		specs.values().forEach((node) -> nodes.put(node.name(), node(node, graph)));
		// Neighbours stand in the order of their sizes at the time they are linked, so
		// the nodes are visited in the order of their hashes as Kafka Streams does.
		for (NodeSpec spec : specs.values()) {
			DescribedNode node = nodes.get(spec.name());
			for (String name : spec.parents()) {
				DescribedNode parent = nodes.get(name);
				if (node != null && parent != null) {
					node.predecessors.add(parent);
					parent.successors.add(node);
					parent.grow(node.size);
				}
			}
		}
		Set<Node> sorted = new LinkedHashSet<>(nodes.values().stream().sorted(DescribedNode.LARGEST_FIRST).toList());
		return new DescribedSubtopology(id, sorted);
	}

	private static DescribedNode node(NodeSpec node, TopologyGraph graph) {
		if (node instanceof NodeSpec.Source source) {
			return new DescribedSource(source.name(), new HashSet<>(source.topics()));
		}
		if (node instanceof NodeSpec.Sink sink) {
			return new DescribedSink(sink.name(), sink.topic(), sink.topicExtractor());
		}
		return new DescribedProcessor(node.name(), new HashSet<>(graph.storesOf(node.name())));
	}

	@Override
	public Set<Subtopology> subtopologies() {
		return new LinkedHashSet<>(this.subtopologies);
	}

	@Override
	public Set<GlobalStore> globalStores() {
		return new LinkedHashSet<>(this.globalStores);
	}

	@Override
	public String toString() {
		return this.text.toString();
	}

	private record DescribedGlobalStore(int id, Source source, Processor processor) implements GlobalStore {

		@Override
		public String toString() {
			return "  Sub-topology: " + this.id + " for global store (will not generate tasks)\n    " + this.source
					+ "    " + this.processor;
		}

	}

	private record DescribedSubtopology(int id, Set<Node> nodes) implements Subtopology {

		/**
		 * Its two nodes as those of a global store.
		 */
		GlobalStore globalStore() {
			Iterator<Node> both = this.nodes.iterator();
			return new DescribedGlobalStore(this.id, (Source) both.next(), (Processor) both.next());
		}

		@Override
		public String toString() {
			return this.nodes.stream()
				.map((node) -> "    " + node)
				.collect(Collectors.joining("", "  Sub-topology: " + this.id + "\n", "\n"));
		}

	}

	private abstract static class DescribedNode implements Node {

		private static final Comparator<DescribedNode> LARGEST_FIRST = Comparator
			.<DescribedNode>comparingInt((node) -> -node.size)
			.thenComparing(DescribedNode::name);

		private final String name;

		private final Set<DescribedNode> predecessors = new TreeSet<>(LARGEST_FIRST);

		private final Set<DescribedNode> successors = new TreeSet<>(LARGEST_FIRST);

		private int size = 1;

		DescribedNode(String name) {
			this.name = name;
		}

		private void grow(int size) {
			this.size += size;
			this.predecessors.forEach((predecessor) -> predecessor.grow(size));
		}

		@Override
		public String name() {
			return this.name;
		}

		@Override
		public Set<Node> predecessors() {
			return new LinkedHashSet<>(this.predecessors);
		}

		@Override
		public Set<Node> successors() {
			return new LinkedHashSet<>(this.successors);
		}

		String names(Set<DescribedNode> nodes) {
			return nodes.isEmpty() ? "none" : nodes.stream().map(DescribedNode::name).collect(Collectors.joining(", "));
		}

		String before() {
			return "\n      <-- " + names(this.predecessors) + "\n";
		}

		String after() {
			return "\n      --> " + names(this.successors);
		}

	}

	private static final class DescribedSource extends DescribedNode implements Source {

		private final Set<String> topics;

		DescribedSource(String name, Set<String> topics) {
			super(name);
			this.topics = topics;
		}

		@Override
		public Set<String> topicSet() {
			return Set.copyOf(this.topics);
		}

		@Override
		public @Nullable Pattern topicPattern() {
			return null;
		}

		@Override
		public String toString() {
			return "Source: " + name() + " (topics: " + this.topics + ")" + after() + "\n";
		}

	}

	private static final class DescribedProcessor extends DescribedNode implements Processor {

		private final Set<String> stores;

		DescribedProcessor(String name, Set<String> stores) {
			super(name);
			this.stores = stores;
		}

		@Override
		public Set<String> stores() {
			return Set.copyOf(this.stores);
		}

		@Override
		public String toString() {
			return "Processor: " + name() + " (stores: " + this.stores + ")" + after() + before();
		}

	}

	private static final class DescribedSink extends DescribedNode implements Sink {

		private final @Nullable String topic;

		private final @Nullable TopicNameExtractor<?, ?> extractor;

		DescribedSink(String name, @Nullable String topic, @Nullable TopicNameExtractor<?, ?> extractor) {
			super(name);
			this.topic = topic;
			this.extractor = extractor;
		}

		@Override
		public @Nullable String topic() {
			return this.topic;
		}

		@Override
		public @Nullable TopicNameExtractor<?, ?> topicNameExtractor() {
			return this.extractor;
		}

		@Override
		public String toString() {
			String target = (this.topic != null) ? "topic: " + this.topic : "extractor class: " + this.extractor;
			return "Sink: " + name() + " (" + target + ")" + before();
		}

	}

}
