package io.millrace.streams.internal.group;

import java.util.Map;

/**
 * What the broker says before this instance joins, as far as {@link StartChecks} judge
 * it.
 *
 * @param streamsVersion the level of the feature {@code streams.version}; 0 if the broker
 * has it not, or turned off
 * @param partitionCounts the number of partitions of each source topic that exists
 */
record BrokerFacts(int streamsVersion, Map<String, Integer> partitionCounts) {

	BrokerFacts {
		partitionCounts = Map.copyOf(partitionCounts);
	}

}
