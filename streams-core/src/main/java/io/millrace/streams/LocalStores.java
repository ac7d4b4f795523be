package io.millrace.streams;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.millrace.streams.internal.runtime.InstanceFacts;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.GlobalStoreSpec;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * What {@link KafkaStreams} tells of the stores of an instance: which there are, and how
 * far they are behind. Stateless.
 */
final class LocalStores {

	private LocalStores() {
	}

	/**
	 * The stores of a topology, those of the user's own making left out.
	 */
	static List<StoreDescription> descriptions(CompiledTopology topology, StreamsConfig config) {
		List<StoreDescription> all = new ArrayList<>();
		for (CompiledTopology.Subtopology subtopology : topology.subtopologies()) {
			for (CompiledTopology.Store store : subtopology.stores()) {
				describe(store.spec().builder(), store.restoredFrom(), config, all);
			}
		}
		for (GlobalStoreSpec store : topology.globalStores()) {
			describe(store.builder(), store.topic(), config, all);
		}
		return all;
	}

	private static void describe(StoreBuilder<?> builder, @Nullable String changelogTopic, StreamsConfig config,
			List<StoreDescription> all) {
		StoreDescription description = TaskStores.describe(builder, changelogTopic, config);
		if (description != null) {
			all.add(description);
		}
	}

	/**
	 * How far stores are behind their changelogs, by store and partition.
	 */
	static Map<String, Map<Integer, LagInfo>> lags(InstanceFacts facts) {
		Map<String, Map<Integer, LagInfo>> all = new HashMap<>();
		facts.storeLags().forEach((store, partitions) -> {
			Map<Integer, LagInfo> lags = new HashMap<>();
			partitions
				.forEach((partition, position) -> lags.put(partition, new LagInfo(position.current(), position.end())));
			all.put(store, lags);
		});
		return all;
	}

}
