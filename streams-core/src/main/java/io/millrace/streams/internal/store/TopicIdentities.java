package io.millrace.streams.internal.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What tells topics apart from others that have had, or will have, the same name. Asked
 * of the broker before a task with state on disk is opened; {@link TaskDirectory}
 * compares it with what the state was written for. Immutable.
 *
 * @param cluster the cluster's id; empty if it isn't known
 * @param topics the topics' ids, by name; those that aren't known are missing
 */
public record TopicIdentities(String cluster, Map<String, String> topics) {

	/**
	 * Nothing is known.
	 */
	public static final TopicIdentities UNKNOWN = new TopicIdentities("", Map.of());

	public TopicIdentities {
		Objects.requireNonNull(cluster);
		topics = Map.copyOf(topics);
	}

	/**
	 * Says whether a topic is known to be another one than before. Ids of topics decide;
	 * where one of them isn't known, those of the clusters do.
	 * @param topic the topic's name
	 * @param now what is known now
	 * @return true if it is another one, false if it's the same or nobody knows
	 */
	boolean replaced(String topic, TopicIdentities now) {
		String before = this.topics.get(topic);
		String after = now.topics.get(topic);
		if (before != null && after != null) {
			return !before.equals(after);
		}
		return !this.cluster.isEmpty() && !now.cluster.isEmpty() && !this.cluster.equals(now.cluster);
	}

	/**
	 * Fills gaps.
	 * @param before what was known before
	 * @param wanted the topics that count
	 * @return what is known here, and what only was before
	 */
	TopicIdentities completedBy(TopicIdentities before, Set<String> wanted) {
		Map<String, String> all = new HashMap<>(before.topics);
		all.putAll(this.topics);
		all.keySet().retainAll(wanted);
		return new TopicIdentities(this.cluster.isEmpty() ? before.cluster : this.cluster, all);
	}

}
