package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The steps of a program as they are about to be written to a graph: which follows which
 * after optimisations have moved, merged and removed some. Made for each writing, so the
 * program stays as it was declared. The optimisations change it, steps ask it for their
 * parents.
 */
final class ProgramPlan {

	private final List<Node> order = new ArrayList<>();

	private final IdentityHashMap<Step, Node> nodes = new IdentityHashMap<>();

	private final IdentityHashMap<Step, Step> replacements = new IdentityHashMap<>();

	private final Set<TableStorage> withoutStore = new LinkedHashSet<>();

	private final Map<TableStorage, String> filledFrom = new HashMap<>();

	/**
	 * Plans steps as they were declared.
	 */
	ProgramPlan(List<Step> steps) {
		for (Step step : steps) {
			Node node = new Node(step);
			this.order.add(node);
			register(step, node);
		}
		for (Node node : this.order) {
			node.step.parents().forEach((parent) -> node.parents.add(node(parent)));
		}
	}

	private void register(Step step, Node node) {
		this.nodes.put(step, node);
		if (step instanceof Step.WithStores outer) {
			// Later steps may know either.
			register(outer.step(), node);
		}
	}

	/**
	 * All nodes, parents before children.
	 */
	List<Node> nodes() {
		return this.order;
	}

	Node node(Step step) {
		return Objects.requireNonNull(this.nodes.get(step), () -> "Step " + step.output() + " isn't planned");
	}

	/**
	 * The names of the nodes that a step follows.
	 */
	List<String> parentsOf(Step step) {
		return node(step).parents.stream().map((parent) -> parent.step.output()).toList();
	}

	/**
	 * The names of sources, those in whose place others are read left out.
	 */
	Set<String> sources(Set<Step> sources) {
		Set<String> names = new LinkedHashSet<>();
		sources.forEach((source) -> names.add(this.replacements.getOrDefault(source, source).output()));
		return names;
	}

	/**
	 * Adds a node right after another, without parents.
	 */
	Node addAfter(Node other, Step step) {
		Node node = new Node(step);
		this.order.add(this.order.indexOf(other) + 1, node);
		this.nodes.put(step, node);
		return node;
	}

	/**
	 * Removes a node that nothing follows any more.
	 * @param replacement what is read in its place; null if it's no source
	 */
	void remove(Node node, @Nullable Step replacement) {
		this.order.remove(node);
		if (replacement != null) {
			this.replacements.put(node.step, replacement);
		}
	}

	/**
	 * Has another step, of the same name, stand in a step's place.
	 */
	void replace(Node node, Step step) {
		node.step = step;
		this.nodes.put(step, node);
	}

	List<Node> childrenOf(Node parent) {
		return this.order.stream().filter((node) -> node.parents.contains(parent)).toList();
	}

	/**
	 * Leaves out a store that isn't needed any more.
	 */
	void leaveOut(TableStorage storage) {
		this.withoutStore.add(storage);
	}

	boolean leavesOut(TableStorage storage) {
		return this.withoutStore.contains(storage);
	}

	/**
	 * Lets a store be restored from the topic that fills it, and have no changelog.
	 */
	void fill(TableStorage storage, String topic) {
		this.filledFrom.put(storage, topic);
	}

	/**
	 * The topic that a store is restored from in place of a changelog; null if it has
	 * one.
	 */
	@Nullable String filledFrom(TableStorage storage) {
		return this.filledFrom.get(storage);
	}

	/**
	 * Whether an internal topic is written: it isn't if another has taken its place.
	 * @param topic the topic, without the application's prefix
	 */
	boolean needs(String topic) {
		return this.replacements.keySet()
			.stream()
			.noneMatch((step) -> step instanceof RepartitionStep through && through.names().topic().equals(topic))
				|| this.replacements.values()
					.stream()
					.anyMatch(
							(step) -> step instanceof RepartitionStep through && through.names().topic().equals(topic));
	}

	/**
	 * A step and what it follows.
	 */
	static final class Node {

		private final Set<Node> parents = new LinkedHashSet<>();

		private Step step;

		private Node(Step step) {
			this.step = step;
		}

		Step step() {
			return this.step;
		}

		/**
		 * What it follows, to be changed.
		 */
		Set<Node> parents() {
			return this.parents;
		}

	}

}
