package io.millrace.streams.internal.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds which nodes of a {@link TopologyGraph} have to run together: those connected by
 * an edge or by a shared store. Groups are numbered by their first source, so the numbers
 * are those that Kafka Streams gives. Used by the compiler and the description.
 */
final class NodeGroups {

	private final Map<String, String> parents = new HashMap<>();

	private NodeGroups() {
	}

	/**
	 * Splits a graph.
	 * @param graph the graph
	 * @return names of nodes by group, in the order of declaration; the index of a group
	 * is the subtopology's id
	 */
	static List<List<NodeSpec>> of(TopologyGraph graph) {
		NodeGroups groups = new NodeGroups();
		for (NodeSpec node : graph.nodes()) {
			groups.parents.put(node.name(), node.name());
			for (String parent : node.parents()) {
				groups.unite(parent, node.name());
			}
		}
		for (StoreSpec store : graph.stores()) {
			groups.uniteAll(store.operators());
		}
		Map<String, List<NodeSpec>> byRoot = new LinkedHashMap<>();
		for (NodeSpec node : graph.nodes()) {
			if (node instanceof NodeSpec.Source) {
				byRoot.putIfAbsent(groups.root(node.name()), new ArrayList<>());
			}
		}
		for (NodeSpec node : graph.nodes()) {
			byRoot.computeIfAbsent(groups.root(node.name()), (root) -> new ArrayList<>()).add(node);
		}
		return List.copyOf(byRoot.values());
	}

	private void uniteAll(Set<String> names) {
		String first = null;
		for (String name : names) {
			if (first != null) {
				unite(first, name);
			}
			first = name;
		}
	}

	private void unite(String one, String other) {
		this.parents.put(root(other), root(one));
	}

	private String root(String name) {
		String current = name;
		String parent = this.parents.getOrDefault(current, current);
		while (!parent.equals(current)) {
			current = parent;
			parent = this.parents.getOrDefault(current, current);
		}
		return current;
	}

}
