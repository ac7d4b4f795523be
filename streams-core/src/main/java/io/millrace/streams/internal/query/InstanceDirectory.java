package io.millrace.streams.internal.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.KeyQueryMetadata;
import io.millrace.streams.StreamsMetadata;
import io.millrace.streams.errors.StreamsNotStartedException;
import io.millrace.streams.errors.UnknownStateStoreException;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.state.HostInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Which instance of the application has which part of which store, as the group told this
 * one last. Instances without an endpoint aren't known. Thread-safe.
 */
public final class InstanceDirectory {

	private final CompiledTopology topology;

	private final Supplier<State> state;

	private final Supplier<Map<HostInfo, Set<TopicPartition>>> hosts;

	private final ToIntFunction<String> partitionCount;

	private final Supplier<Optional<HostInfo>> own;

	/**
	 * Makes it.
	 * @param topology knows which stores there are
	 * @param state the state of this instance
	 * @param hosts the input partitions of each instance
	 * @param partitionCount tells how many partitions a topic has
	 * @param own the endpoint of this instance, if it has one
	 */
	public InstanceDirectory(CompiledTopology topology, Supplier<State> state,
			Supplier<Map<HostInfo, Set<TopicPartition>>> hosts, ToIntFunction<String> partitionCount,
			Supplier<Optional<HostInfo>> own) {
		this.topology = topology;
		this.state = state;
		this.hosts = hosts;
		this.partitionCount = partitionCount;
		this.own = own;
	}

	/**
	 * All instances.
	 * @return what each has
	 */
	public Collection<StreamsMetadata> all() {
		checkState();
		List<StreamsMetadata> all = new ArrayList<>();
		this.hosts.get().forEach((host, partitions) -> all.add(metadata(host, partitions)));
		return all;
	}

	/**
	 * The instances that have a part of a store; of a global one, each has all.
	 * @param store its name
	 * @return what each has
	 */
	public Collection<StreamsMetadata> withStore(String store) {
		checkState();
		if (isGlobal(store)) {
			return all();
		}
		subtopologyOf(store);
		return all().stream().filter((instance) -> instance.stateStoreNames().contains(store)).toList();
	}

	/**
	 * The instance that has a key of a store. Of a global one that is this instance, or
	 * any if this one has no endpoint, and there is no partition.
	 * @param store the store's name
	 * @param partitioner chooses the partition: given a topic and its number of
	 * partitions, returns it, or nothing if the key isn't in one
	 * @return where to ask for it, {@link KeyQueryMetadata#NOT_AVAILABLE} if the group
	 * hasn't told yet
	 */
	public KeyQueryMetadata ofKey(String store, Partitioner partitioner) {
		checkState();
		if (isGlobal(store)) {
			return this.own.get()
				.or(() -> this.hosts.get().keySet().stream().findFirst())
				.map((host) -> new KeyQueryMetadata(host, Set.of(), -1))
				.orElse(KeyQueryMetadata.NOT_AVAILABLE);
		}
		CompiledTopology.Subtopology subtopology = subtopologyOf(store);
		String topic = null;
		int partitions = 0;
		for (String source : topicsOf(subtopology)) {
			int count = this.partitionCount.applyAsInt(source);
			if (count > partitions) {
				partitions = count;
				topic = source;
			}
		}
		if (topic == null) {
			return KeyQueryMetadata.NOT_AVAILABLE;
		}
		int partition = partitioner.partition(topic, partitions);
		for (Map.Entry<HostInfo, Set<TopicPartition>> host : this.hosts.get().entrySet()) {
			for (String source : topicsOf(subtopology)) {
				if (host.getValue().contains(new TopicPartition(source, partition))) {
					return new KeyQueryMetadata(host.getKey(), Set.of(), partition);
				}
			}
		}
		return KeyQueryMetadata.NOT_AVAILABLE;
	}

	private void checkState() {
		State now = this.state.get();
		if (now == State.CREATED) {
			throw new StreamsNotStartedException(
					"Other instances aren't known because the application isn't started. Call start() first.");
		}
		if (!now.isRunningOrRebalancing()) {
			throw new IllegalStateException("Other instances aren't known because the application is " + now + ".");
		}
	}

	private StreamsMetadata metadata(HostInfo host, Set<TopicPartition> partitions) {
		Set<String> stores = new HashSet<>();
		for (CompiledTopology.Subtopology subtopology : this.topology.subtopologies()) {
			Set<String> topics = topicsOf(subtopology);
			if (partitions.stream().anyMatch((partition) -> topics.contains(partition.topic()))) {
				subtopology.stores().forEach((store) -> stores.add(store.name()));
			}
		}
		return new InstanceMetadata(host, Set.copyOf(stores), Set.copyOf(partitions));
	}

	private static Set<String> topicsOf(CompiledTopology.Subtopology subtopology) {
		Set<String> topics = new HashSet<>(subtopology.sourceTopics());
		topics.addAll(subtopology.repartitionSourceTopics().keySet());
		return topics;
	}

	private boolean isGlobal(String store) {
		return this.topology.globalStores().stream().anyMatch((global) -> global.name().equals(store));
	}

	private CompiledTopology.Subtopology subtopologyOf(String store) {
		for (CompiledTopology.Subtopology subtopology : this.topology.subtopologies()) {
			if (subtopology.stores().stream().anyMatch((each) -> each.name().equals(store))) {
				return subtopology;
			}
		}
		throw new UnknownStateStoreException("The topology has no store " + store + ".");
	}

	/**
	 * Chooses the partition of a key.
	 */
	@FunctionalInterface
	public interface Partitioner {

		/**
		 * Chooses.
		 * @param topic a topic that the store is fed from
		 * @param partitions how many it has
		 * @return the partition
		 */
		int partition(String topic, int partitions);

	}

	private record InstanceMetadata(HostInfo hostInfo, Set<String> stateStoreNames,
			Set<TopicPartition> topicPartitions) implements StreamsMetadata {

		@Override
		public Set<TopicPartition> standbyTopicPartitions() {
			return Set.of();
		}

		@Override
		public Set<String> standbyStateStoreNames() {
			return Set.of();
		}

		@Override
		public String host() {
			return this.hostInfo.host();
		}

		@Override
		public int port() {
			return this.hostInfo.port();
		}

	}

}
