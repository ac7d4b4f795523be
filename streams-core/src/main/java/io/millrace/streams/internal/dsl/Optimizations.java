package io.millrace.streams.internal.dsl;

import java.util.Set;

import io.millrace.streams.StreamsConfig;

/**
 * What may be changed about a program when it's written to a graph, with the same
 * results.
 *
 * @param reuseSourceTopics whether the stores of tables of topics are restored from those
 * @param mergeRepartitionTopics whether repartition topics that follow one change of keys
 * become one
 * @param singleStoreSelfJoins whether the join of a stream with itself has one store
 */
public record Optimizations(boolean reuseSourceTopics, boolean mergeRepartitionTopics, boolean singleStoreSelfJoins) {

	/**
	 * Nothing is changed.
	 */
	public static final Optimizations NONE = new Optimizations(false, false, false);

	/**
	 * Reads the names of optimisations.
	 * @param names those that
	 * {@link StreamsConfig#verifyTopologyOptimizationConfigs(String)} gives
	 * @return what they stand for
	 */
	public static Optimizations of(Set<String> names) {
		return new Optimizations(names.contains(StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS),
				names.contains(StreamsConfig.MERGE_REPARTITION_TOPICS),
				names.contains(StreamsConfig.SINGLE_STORE_SELF_JOIN));
	}

}
