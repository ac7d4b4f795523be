package io.millrace.streams.internal.group;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.millrace.streams.internal.topology.CompiledTopology;
import org.jspecify.annotations.Nullable;

/**
 * Judges, from what the broker said, whether an application may join its group: what the
 * protocol itself would answer late, unclearly or never. Pure; {@link StartInquiry} asks
 * the broker.
 */
final class StartChecks {

	private final String groupId;

	private final List<CompiledTopology.Subtopology> subtopologies;

	private final Set<String> globalTopics;

	private final boolean failOnMissingTopics;

	StartChecks(String groupId, List<CompiledTopology.Subtopology> subtopologies, Set<String> globalTopics,
			boolean failOnMissingTopics) {
		this.groupId = groupId;
		this.subtopologies = List.copyOf(subtopologies);
		this.globalTopics = Set.copyOf(globalTopics);
		this.failOnMissingTopics = failOnMissingTopics;
	}

	Set<String> sourceTopics() {
		Set<String> topics = new TreeSet<>(this.globalTopics);
		this.subtopologies.forEach((subtopology) -> topics.addAll(subtopology.sourceTopics()));
		return topics;
	}

	/**
	 * Source topics that don't exist.
	 * @param facts what the broker said
	 * @return their names, sorted
	 */
	Set<String> missingTopics(BrokerFacts facts) {
		Set<String> missing = sourceTopics();
		missing.removeAll(facts.partitionCounts().keySet());
		return missing;
	}

	/**
	 * Checks.
	 * @param facts what the broker said
	 * @return one sentence that says what is wrong and what to do, or null if nothing is
	 */
	@Nullable String failure(BrokerFacts facts) {
		if (facts.streamsVersion() < 1) {
			return "The broker doesn't support streams groups: its feature streams.version is " + facts.streamsVersion()
					+ " and has to be 1. Use a broker of Kafka 4.2 or later, and after an"
					+ " upgrade turn the feature on with kafka-features.sh upgrade --feature streams.version=1.";
		}
		String mismatch = unequalPartitions(facts.partitionCounts());
		if (mismatch != null) {
			return mismatch;
		}
		Set<String> missing = missingTopics(facts);
		if (this.failOnMissingTopics && !missing.isEmpty()) {
			return "Source topics of " + this.groupId + " don't exist: " + String.join(", ", missing)
					+ ". Create them and start the application again.";
		}
		return null;
	}

	private @Nullable String unequalPartitions(Map<String, Integer> existing) {
		for (CompiledTopology.Subtopology subtopology : this.subtopologies) {
			for (Set<String> group : subtopology.copartitionGroups()) {
				Map<String, Integer> counts = new TreeMap<>();
				for (String topic : group) {
					OptionalInt fixed = subtopology.repartitionSourceTopics().getOrDefault(topic, OptionalInt.empty());
					Integer count = fixed.isPresent() ? Integer.valueOf(fixed.getAsInt()) : existing.get(topic);
					if (count != null) {
						counts.put(topic, count);
					}
				}
				if (counts.values().stream().distinct().count() > 1) {
					return "Topics that " + this.groupId + " reads together have to have the same number of"
							+ " partitions, but "
							+ counts.entrySet()
								.stream()
								.map((count) -> count.getKey() + " has " + count.getValue())
								.collect(Collectors.joining(", "))
							+ ". Create them alike, or repartition one of them in the topology.";
				}
			}
		}
		return null;
	}

}
