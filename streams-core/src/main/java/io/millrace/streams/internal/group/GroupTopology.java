package io.millrace.streams.internal.group;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;

/**
 * The topology as the streams group protocol wants it. It's where the differences between
 * releases of kafka-clients are known: {@link StreamsRebalanceData} has had another
 * constructor in each, so it's looked up when it runs and the same jar works with all of
 * them. Used by {@link StreamsGroupMember}.
 */
final class GroupTopology {

	private GroupTopology() {
	}

	static StreamsRebalanceData rebalanceData(UUID processId, Optional<HostInfo> endpoint,
			List<CompiledTopology.Subtopology> subtopologies, InternalTopicSettings topicSettings) {
		Map<String, StreamsRebalanceData.Subtopology> converted = new LinkedHashMap<>();
		for (CompiledTopology.Subtopology subtopology : subtopologies) {
			converted.put(subtopology.groupKey(), convert(subtopology, topicSettings));
		}
		Optional<StreamsRebalanceData.HostInfo> host = endpoint
			.map((each) -> new StreamsRebalanceData.HostInfo(each.host(), each.port()));
		Supplier<Map<StreamsRebalanceData.TaskId, Long>> noOffsets = Map::of;
		for (Constructor<?> constructor : StreamsRebalanceData.class.getConstructors()) {
			// 4.2: process, endpoint, subtopologies, tags; 4.3 puts the rack third, and
			// 4.4 adds two suppliers of offset sums.
			int parameters = constructor.getParameterCount();
			if (parameters == 4) {
				return create(constructor, processId, host, converted, Map.of());
			}
			if (parameters == 5) {
				return create(constructor, processId, host, Optional.empty(), converted, Map.of());
			}
			if (parameters == 7) {
				return create(constructor, processId, host, Optional.empty(), converted, Map.of(), noOffsets,
						noOffsets);
			}
		}
		throw new IllegalStateException("This release of kafka-clients can't join a streams group with Millrace;"
				+ " use one from 4.2 to 4.4.");
	}

	private static StreamsRebalanceData create(Constructor<?> constructor, Object... arguments) {
		try {
			return (StreamsRebalanceData) constructor.newInstance(arguments);
		}
		catch (InvocationTargetException | InstantiationException | IllegalAccessException
				| IllegalArgumentException ex) {
			throw new IllegalStateException("This release of kafka-clients can't join a streams group with Millrace;"
					+ " use one from 4.2 to 4.4.", ex);
		}
	}

	static StreamsRebalanceData.Subtopology convert(CompiledTopology.Subtopology subtopology,
			InternalTopicSettings topicSettings) {
		Map<String, StreamsRebalanceData.TopicInfo> repartitionTopics = new LinkedHashMap<>();
		subtopology.repartitionSourceTopics()
			.forEach((topic, partitions) -> repartitionTopics.put(topic, new StreamsRebalanceData.TopicInfo(
					boxed(partitions), topicSettings.replicas(), topicSettings.repartition())));
		Map<String, StreamsRebalanceData.TopicInfo> changelogs = new LinkedHashMap<>();
		for (CompiledTopology.Store store : subtopology.stores()) {
			String topic = store.changelogTopic();
			// A source topic that serves as a changelog is the user's own to create.
			if (topic != null && !subtopology.sourceTopics().contains(topic)
					&& !subtopology.repartitionSourceTopics().containsKey(topic)) {
				changelogs.put(topic, new StreamsRebalanceData.TopicInfo(Optional.empty(), topicSettings.replicas(),
						topicSettings.changelog(store.changelogConfig())));
			}
		}
		checkCopartitionGroups(subtopology);
		return new StreamsRebalanceData.Subtopology(subtopology.sourceTopics(), subtopology.repartitionSinkTopics(),
				repartitionTopics, changelogs, subtopology.copartitionGroups());
	}

	/**
	 * The client's network thread spins for ever on a group that names a foreign topic.
	 */
	private static void checkCopartitionGroups(CompiledTopology.Subtopology subtopology) {
		for (Set<String> group : subtopology.copartitionGroups()) {
			Set<String> foreign = new HashSet<>(group);
			foreign.removeAll(subtopology.sourceTopics());
			foreign.removeAll(subtopology.repartitionSourceTopics().keySet());
			if (!foreign.isEmpty()) {
				throw new TopologyException("Subtopology " + subtopology.id() + " asks for the topics " + group
						+ " to be partitioned alike, but doesn't read " + foreign + ".");
			}
		}
	}

	static Set<String> topicsToRead(List<CompiledTopology.Subtopology> subtopologies) {
		Set<String> topics = new LinkedHashSet<>();
		for (CompiledTopology.Subtopology subtopology : subtopologies) {
			topics.addAll(subtopology.sourceTopics());
			topics.addAll(subtopology.repartitionSourceTopics().keySet());
		}
		return topics;
	}

	private static Optional<Integer> boxed(OptionalInt value) {
		return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
	}

}
