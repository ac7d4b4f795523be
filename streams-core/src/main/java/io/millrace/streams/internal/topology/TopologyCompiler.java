package io.millrace.streams.internal.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.millrace.streams.errors.TopologyException;
import io.millrace.streams.internal.store.TaskStores;
import io.millrace.streams.internal.topology.CompiledTopology.Store;
import io.millrace.streams.internal.topology.CompiledTopology.Subtopology;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a program declared into what runs under an application id: subtopologies
 * split at topics, internal topics under their full names, groups of topics that have to
 * be co-partitioned. Called once when a client is made.
 */
public final class TopologyCompiler {

	private static final Duration DEFAULT_ADDITIONAL_RETENTION = Duration.ofDays(1);

	private final TopologyGraph graph;

	private final String applicationId;

	private final long additionalRetentionMillis;

	private TopologyCompiler(TopologyGraph graph, String applicationId, long additionalRetentionMillis) {
		this.graph = graph;
		this.applicationId = applicationId;
		this.additionalRetentionMillis = additionalRetentionMillis;
	}

	/**
	 * Compiles a graph.
	 * @param graph what was declared
	 * @param applicationId prefixes internal topics
	 * @return the topology to run
	 * @throws TopologyException if the graph can't run as it is
	 */
	public static CompiledTopology compile(TopologyGraph graph, String applicationId) {
		return compile(graph, applicationId, DEFAULT_ADDITIONAL_RETENTION);
	}

	/**
	 * Compiles a graph.
	 * @param graph what was declared
	 * @param applicationId prefixes internal topics
	 * @param additionalRetention how long changelogs keep what expires beyond the
	 * retention of its store
	 * @return the topology to run
	 * @throws TopologyException if the graph can't run as it is
	 */
	public static CompiledTopology compile(TopologyGraph graph, String applicationId, Duration additionalRetention) {
		return new TopologyCompiler(graph, applicationId, additionalRetention.toMillis()).compile();
	}

	private CompiledTopology compile() {
		if (this.graph.nodes().stream().noneMatch(NodeSpec.Source.class::isInstance)) {
			throw new TopologyException("The topology reads no topic; add a source, or a stream or table of a topic.");
		}
		checkRepartitionTopics();
		checkPartitions();
		checkStores();
		List<Subtopology> subtopologies = new ArrayList<>();
		int id = 0;
		for (List<NodeSpec> group : NodeGroups.of(this.graph)) {
			if (!this.graph.ofGlobalStore(group.get(0))) {
				subtopologies.add(subtopology(id, group));
			}
			id++;
		}
		return new CompiledTopology(this.applicationId, subtopologies, this.graph.globalStores());
	}

	private void checkRepartitionTopics() {
		Set<String> written = new HashSet<>();
		Set<String> read = new HashSet<>();
		for (NodeSpec node : this.graph.nodes()) {
			if (node instanceof NodeSpec.Source source) {
				read.addAll(source.topics());
			}
			else if (node instanceof NodeSpec.Sink sink && sink.topic() != null) {
				written.add(sink.topic());
			}
		}
		for (String topic : this.graph.repartitionTopics().keySet()) {
			if (!written.contains(topic) || !read.contains(topic)) {
				throw new TopologyException("Repartition topic " + topic + " has to be both written and read.");
			}
		}
	}

	/**
	 * Refuses topics that are read together if they are given numbers of partitions that
	 * differ. What other topics have is known once a broker is asked.
	 */
	private void checkPartitions() {
		for (Set<String> group : copartitionGroups()) {
			Map<String, Integer> given = new TreeMap<>();
			for (RepartitionSpec topic : this.graph.repartitionTopics().values()) {
				if (topic.partitions().isPresent() && group.contains(fullName(topic.name()))) {
					given.put(topic.name(), topic.partitions().getAsInt());
				}
			}
			if (new HashSet<>(given.values()).size() > 1) {
				throw new TopologyException(
						"Topics that are read together have to have the same number of partitions," + " but "
								+ given.entrySet()
									.stream()
									.map((topic) -> topic.getKey() + " is given " + topic.getValue())
									.collect(Collectors.joining(", "))
								+ "; give both the same with Repartitioned.withNumberOfPartitions.");
			}
		}
	}

	private void checkStores() {
		this.graph.globalStores().forEach((store) -> TaskStores.checkFilled(store.builder()));
		for (StoreSpec store : this.graph.stores()) {
			if (store.sourceTopic() != null) {
				TaskStores.checkFilled(store.builder());
			}
			TaskStores.check(store.builder());
			if (store.operators().isEmpty()) {
				throw new TopologyException("StateStore " + store.name()
						+ " is used by no processor; connect it with one or leave it out.");
			}
		}
	}

	private Subtopology subtopology(int id, List<NodeSpec> group) {
		Set<String> names = group.stream().map(NodeSpec::name).collect(Collectors.toSet());
		List<NodeSpec> nodes = group.stream().map(this::withFullTopicNames).toList();
		Set<String> sourceTopics = new LinkedHashSet<>();
		Map<String, OptionalInt> repartitionSources = new TreeMap<>();
		Set<String> repartitionSinks = new LinkedHashSet<>();
		for (NodeSpec node : group) {
			if (node instanceof NodeSpec.Source source) {
				for (String topic : source.topics()) {
					RepartitionSpec repartition = this.graph.repartitionTopics().get(topic);
					if (repartition == null) {
						sourceTopics.add(topic);
					}
					else {
						repartitionSources.put(fullName(topic), repartition.partitions());
					}
				}
			}
			else if (node instanceof NodeSpec.Sink sink && sink.topic() != null
					&& this.graph.repartitionTopics().containsKey(sink.topic())) {
				repartitionSinks.add(fullName(sink.topic()));
			}
		}
		if (sourceTopics.isEmpty() && repartitionSources.isEmpty()) {
			throw new TopologyException("Processors " + String.join(", ", names) + " are not fed by any source.");
		}
		Set<String> read = new HashSet<>(sourceTopics);
		read.addAll(repartitionSources.keySet());
		return new Subtopology(id, nodes, stores(names), sourceTopics, repartitionSources, repartitionSinks,
				copartitionGroups().stream().filter(read::containsAll).toList());
	}

	private NodeSpec withFullTopicNames(NodeSpec node) {
		if (node instanceof NodeSpec.Source source) {
			return new NodeSpec.Source(source.name(), source.topics().stream().map(this::fullName).toList(),
					source.keyDeserializer(), source.valueDeserializer(), source.timestampExtractor(),
					source.autoOffsetReset());
		}
		if (node instanceof NodeSpec.Sink sink) {
			@Nullable String topic = (sink.topic() != null) ? fullName(sink.topic()) : null;
			return new NodeSpec.Sink(sink.name(), sink.parents(), topic, sink.topicExtractor(), sink.keySerializer(),
					sink.valueSerializer(), sink.partitioner());
		}
		return node;
	}

	private String fullName(String topic) {
		return this.graph.repartitionTopics().containsKey(topic) ? InternalTopics.repartition(this.applicationId, topic)
				: topic;
	}

	private List<Store> stores(Set<String> operators) {
		List<Store> stores = new ArrayList<>();
		for (StoreSpec spec : this.graph.stores()) {
			if (spec.operators().stream().anyMatch(operators::contains)) {
				boolean logged = spec.builder().loggingEnabled();
				String changelog = logged ? InternalTopics.changelog(this.applicationId, spec.name()) : null;
				stores.add(new Store(spec, changelog, logged
						? InternalTopics.changelogConfig(spec.builder(), this.additionalRetentionMillis) : Map.of()));
			}
		}
		return stores;
	}

	/**
	 * The groups of topics that have to be co-partitioned. A group that shares a topic
	 * with one before is one with that; groups of one topic count, and the order is that
	 * of Kafka Streams: the streams group keeps to the topology of who comes first.
	 */
	private List<Set<String>> copartitionGroups() {
		Map<String, Set<String>> groups = new LinkedHashMap<>();
		for (Set<String> sources : this.graph.copartitionGroups()) {
			Set<String> topics = new LinkedHashSet<>();
			for (String name : sources) {
				if (this.graph.node(name) instanceof NodeSpec.Source source) {
					topics.addAll(source.topics());
				}
			}
			Set<String> group = topics.stream()
				.map(groups::get)
				.filter(Objects::nonNull)
				.findFirst()
				.orElseGet(HashSet::new);
			topics.forEach((topic) -> {
				group.add(fullName(topic));
				groups.put(topic, group);
			});
		}
		return List.copyOf(new HashSet<>(groups.values()));
	}

}
