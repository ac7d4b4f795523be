package io.millrace.streams.internal.dsl;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

import io.millrace.streams.internal.dsl.ProgramPlan.Node;
import org.jspecify.annotations.Nullable;

/**
 * Has streams that follow one change of keys go through one repartition topic, right
 * behind that, instead of one topic for each operator that needs it. Topics that streams
 * are sent through by {@code repartition()} stay, and so do those behind a step that
 * changes values, as one topic holds values of one kind. Which topics are merged, and
 * what the merged one is called, is as in Kafka Streams.
 */
final class MergedRepartitions {

	private final ProgramPlan plan;

	private final Names names;

	private final Map<Node, Set<Node>> behindChanges = new LinkedHashMap<>();

	private MergedRepartitions(ProgramPlan plan, Names names) {
		this.plan = plan;
		this.names = names;
	}

	/**
	 * Merges.
	 * @param plan what is about to be written
	 * @param names gives numbers
	 */
	static void in(ProgramPlan plan, Names names) {
		MergedRepartitions merging = new MergedRepartitions(plan, names);
		merging.findBehindChanges();
		merging.moveBehindMerges();
		merging.behindChanges.forEach((change, repartitions) -> {
			if (!repartitions.isEmpty()) {
				merging.merge(change, repartitions);
			}
		});
	}

	private void findBehindChanges() {
		for (Node node : this.plan.nodes()) {
			if (node.step().effect() == Step.Effect.NEW_KEYS) {
				this.behindChanges.put(node, new LinkedHashSet<>());
			}
			else if (node.step() instanceof RepartitionStep through && through.mergeable()) {
				Node change = nearest(node, MergedRepartitions::isChange);
				Set<Node> followers = (change != null) ? this.behindChanges.get(change) : null;
				if (followers != null) {
					followers.add(node);
				}
			}
		}
	}

	private static boolean isChange(Node node) {
		return node.step().effect() == Step.Effect.NEW_KEYS || node.step().effect() == Step.Effect.NEW_VALUES;
	}

	/**
	 * Where all topics that follow a change of keys follow a merge of streams too, the
	 * merged topic is behind that.
	 */
	private void moveBehindMerges() {
		Map<Node, List<Node>> before = new LinkedHashMap<>();
		for (Node merge : this.plan.nodes()) {
			if (merge.step().effect() == Step.Effect.MERGE) {
				List<Node> changes = new ArrayList<>();
				this.behindChanges.forEach((change, repartitions) -> {
					if (repartitions.stream().allMatch((each) -> nearest(each, childOf(merge)) != null)
							&& nearest(merge, childOf(change)) != null) {
						changes.add(change);
					}
				});
				before.put(merge, changes);
			}
		}
		Set<Node> moved = new LinkedHashSet<>();
		before.forEach((merge, changes) -> {
			Set<Node> repartitions = new LinkedHashSet<>();
			changes.forEach((change) -> repartitions.addAll(this.behindChanges.getOrDefault(change, Set.of())));
			moved.addAll(changes);
			this.behindChanges.put(merge, repartitions);
		});
		moved.forEach(this.behindChanges::remove);
	}

	private void merge(Node change, Set<Node> repartitions) {
		RepartitionStep merged = merged(change, repartitions);
		Node node = this.plan.addAfter(change, merged);
		for (Node repartition : repartitions) {
			Node follower = nearest(repartition, childOf(change));
			// What lies between may have been moved behind the merged topic already.
			if (follower != null) {
				follower.parents().add(node);
				follower.parents().remove(change);
			}
			for (Node child : this.plan.childrenOf(repartition)) {
				child.parents().addAll(repartition.parents());
				child.parents().remove(repartition);
			}
			this.plan.remove(repartition, merged);
		}
		node.parents().add(change);
	}

	/**
	 * The topic has the name of the first that it takes the place of.
	 */
	private RepartitionStep merged(Node change, Set<Node> repartitions) {
		RepartitionStep first = null;
		SerdePair<Object, Object> serdes = SerdePair.defaults();
		boolean nullKeysPass = false;
		for (Node node : repartitions) {
			RepartitionStep each = (RepartitionStep) node.step();
			first = (first != null) ? first : each;
			serdes = each.serdesAfter(serdes);
			nullKeysPass |= each.nullKeysPass();
		}
		if (first == null) {
			throw new IllegalStateException("There are no repartition topics to merge");
		}
		RepartitionStep merged = new RepartitionStep(RepartitionNames.of(this.names, first.names().topic()),
				first.operator(), change.step(), serdes, OptionalInt.empty(), null, true);
		if (nullKeysPass) {
			merged.passNullKeys();
		}
		return merged;
	}

	private static Predicate<Node> childOf(Node parent) {
		return (node) -> node.parents().contains(parent);
	}

	/**
	 * The first node that matches, of the node itself, its parents, and theirs; parents
	 * that match go before what a parent before them follows.
	 */
	private static @Nullable Node nearest(Node node, Predicate<Node> matching) {
		return nearest(node, matching, new HashSet<>());
	}

	private static @Nullable Node nearest(Node node, Predicate<Node> matching, Set<Node> seen) {
		if (matching.test(node)) {
			return node;
		}
		for (Node parent : node.parents()) {
			Node found = seen.add(parent) ? nearest(parent, matching, seen) : null;
			if (found != null) {
				return found;
			}
		}
		return null;
	}

}
