package io.millrace.streams.internal.topology;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A topology ready to run under one application id: subtopologies with full topic names.
 * Made by {@link TopologyCompiler}; immutable.
 *
 * @param applicationId the application id that internal topics are prefixed with
 * @param subtopologies the subtopologies in the order of their ids, some of which may be
 * missing: global stores are counted with them
 * @param globalStores the stores that every instance has in full
 */
public record CompiledTopology(String applicationId, List<Subtopology> subtopologies,
		List<GlobalStoreSpec> globalStores) {

	public CompiledTopology {
		subtopologies = List.copyOf(subtopologies);
		globalStores = List.copyOf(globalStores);
	}

	/**
	 * A topology without global stores.
	 * @param applicationId the application id
	 * @param subtopologies the subtopologies
	 */
	public CompiledTopology(String applicationId, List<Subtopology> subtopologies) {
		this(applicationId, subtopologies, List.of());
	}

	/**
	 * A subtopology.
	 * @param id its id
	 * @return the subtopology
	 */
	public Subtopology subtopology(int id) {
		for (Subtopology subtopology : this.subtopologies) {
			if (subtopology.id() == id) {
				return subtopology;
			}
		}
		throw new IllegalArgumentException("The topology has no subtopology " + id + ".");
	}

	/**
	 * The topics of the global stores.
	 * @return their names
	 */
	public Set<String> globalTopics() {
		return this.globalStores.stream().map(GlobalStoreSpec::topic).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * What one task runs, times the partitions.
	 *
	 * @param id the number in task ids, from 0
	 * @param nodes the nodes, parents before children, with internal topics under their
	 * full names
	 * @param stores the stores that its operators use
	 * @param sourceTopics the topics read that are not internal
	 * @param repartitionSourceTopics the repartition topics read, by full name
	 * @param repartitionSinkTopics the full names of repartition topics written
	 * @param copartitionGroups sets of topics read that need the same number of
	 * partitions
	 */
	public record Subtopology(int id, List<NodeSpec> nodes, List<Store> stores, Set<String> sourceTopics,
			Map<String, OptionalInt> repartitionSourceTopics, Set<String> repartitionSinkTopics,
			List<Set<String>> copartitionGroups) {

		public Subtopology {
			nodes = List.copyOf(nodes);
			stores = List.copyOf(stores);
			sourceTopics = Set.copyOf(sourceTopics);
			repartitionSourceTopics = Map.copyOf(repartitionSourceTopics);
			repartitionSinkTopics = Set.copyOf(repartitionSinkTopics);
			copartitionGroups = List.copyOf(copartitionGroups);
		}

		/**
		 * The key that names the subtopology in the streams group protocol.
		 * @return the id as text
		 */
		public String groupKey() {
			return Integer.toString(this.id);
		}

	}

	/**
	 * A store of a subtopology.
	 *
	 * @param spec what was declared
	 * @param changelogTopic the full name of its changelog, or null if it isn't logged
	 * @param changelogConfig the topic settings of its changelog
	 */
	public record Store(StoreSpec spec, @Nullable String changelogTopic, Map<String, String> changelogConfig) {

		public String name() {
			return this.spec.name();
		}

		/**
		 * The topic that the store is restored from: its changelog, or the source topic
		 * that it's filled from.
		 * @return the full name, or null if it isn't restored
		 */
		public @Nullable String restoredFrom() {
			return (this.changelogTopic != null) ? this.changelogTopic : this.spec.sourceTopic();
		}

	}

}
