package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

import io.millrace.streams.TopologyDescription;
import io.millrace.streams.TopologyDescription.GlobalStore;
import io.millrace.streams.TopologyDescription.Node;
import io.millrace.streams.TopologyDescription.Processor;
import io.millrace.streams.TopologyDescription.Sink;
import io.millrace.streams.TopologyDescription.Source;
import io.millrace.streams.TopologyDescription.Subtopology;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What a topology consists of.
 *
 * @param subtopologies its parts, each of which is run by a task for each partition
 * @param globalStores stores that every instance has in full
 */
record TopologyDescriptor(List<SubtopologyDescriptor> subtopologies,
		List<GlobalStoreDescriptor> globalStores) implements OperationResponseBody {

	static TopologyDescriptor of(TopologyDescription description) {
		return new TopologyDescriptor(description.subtopologies().stream().map(SubtopologyDescriptor::of).toList(),
				description.globalStores().stream().map(GlobalStoreDescriptor::of).toList());
	}

	/**
	 * A part that is run by a task for each partition.
	 *
	 * @param id its number
	 * @param nodes its nodes
	 */
	record SubtopologyDescriptor(int id, List<NodeDescriptor> nodes) {

		static SubtopologyDescriptor of(Subtopology subtopology) {
			return new SubtopologyDescriptor(subtopology.id(),
					subtopology.nodes().stream().map(NodeDescriptor::of).toList());
		}

	}

	/**
	 * A source, a processor or a sink.
	 *
	 * @param type {@code source}, {@code processor} or {@code sink}
	 * @param name its name
	 * @param topics the topics that a source reads
	 * @param topicPattern the pattern of the topics that a source reads
	 * @param topic the topic that a sink writes to
	 * @param topicExtractor what chooses the topic that a sink writes to
	 * @param stores the stores that a processor uses
	 * @param predecessors the nodes that forward to it
	 * @param successors the nodes that it forwards to
	 */
	record NodeDescriptor(String type, String name, @Nullable List<String> topics, @Nullable String topicPattern,
			@Nullable String topic, @Nullable String topicExtractor, @Nullable List<String> stores,
			List<String> predecessors, List<String> successors) {

		static NodeDescriptor of(Node node) {
			List<String> predecessors = names(node.predecessors());
			List<String> successors = names(node.successors());
			if (node instanceof Source source) {
				Pattern pattern = source.topicPattern();
				return new NodeDescriptor("source", node.name(), sorted(source.topicSet()),
						(pattern != null) ? pattern.pattern() : null, null, null, null, predecessors, successors);
			}
			if (node instanceof Sink sink) {
				String extractor = (sink.topicNameExtractor() != null)
						? sink.topicNameExtractor().getClass().getTypeName() : null;
				return new NodeDescriptor("sink", node.name(), null, null, sink.topic(), extractor, null, predecessors,
						successors);
			}
			List<String> stores = (node instanceof Processor processor) ? sorted(processor.stores()) : null;
			return new NodeDescriptor("processor", node.name(), null, null, null, null, stores, predecessors,
					successors);
		}

	}

	/**
	 * A store that every instance has in full.
	 *
	 * @param id its number
	 * @param source what reads its topic
	 * @param processor what writes to it
	 */
	record GlobalStoreDescriptor(int id, NodeDescriptor source, NodeDescriptor processor) {

		static GlobalStoreDescriptor of(GlobalStore store) {
			return new GlobalStoreDescriptor(store.id(), NodeDescriptor.of(store.source()),
					NodeDescriptor.of(store.processor()));
		}

	}

	private static List<String> names(Collection<Node> nodes) {
		return nodes.stream().map(Node::name).sorted().toList();
	}

	private static @Nullable List<String> sorted(@Nullable Collection<String> names) {
		return (names != null && !names.isEmpty()) ? names.stream().sorted().toList() : null;
	}

}
