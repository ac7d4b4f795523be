package io.millrace.streams;

import java.util.Set;
import java.util.regex.Pattern;

import io.millrace.streams.processor.TopicNameExtractor;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Topology} consists of: subtopologies and their nodes. Its
 * {@link Object#toString() text} has the layout that tools for Kafka Streams read. A
 * snapshot; later changes of the topology don't show.
 */
public interface TopologyDescription {

	/**
	 * The parts that can run apart from each other, each connected through topics only.
	 * @return the subtopologies in the order of their ids
	 */
	Set<Subtopology> subtopologies();

	/**
	 * Global stores.
	 * @return the global stores in the order of their ids
	 */
	Set<GlobalStore> globalStores();

	/**
	 * A connected part of the topology; it runs as one task for each input partition.
	 */
	interface Subtopology {

		/**
		 * The number that task ids begin with.
		 * @return the id
		 */
		int id();

		/**
		 * The nodes, those with most below them first.
		 * @return the nodes
		 */
		Set<Node> nodes();

	}

	/**
	 * A store that every instance holds in full, with the nodes that fill it.
	 */
	interface GlobalStore {

		/**
		 * The source that reads its topic.
		 * @return the source
		 */
		Source source();

		/**
		 * The processor that writes the store.
		 * @return the processor
		 */
		Processor processor();

		/**
		 * The position among subtopologies and global stores.
		 * @return the id
		 */
		int id();

	}

	/**
	 * One node.
	 */
	interface Node {

		/**
		 * The name, unique in the topology.
		 * @return the name
		 */
		String name();

		/**
		 * The nodes that feed this one, within its subtopology.
		 * @return the nodes; empty for a source
		 */
		Set<Node> predecessors();

		/**
		 * The nodes that this one feeds, within its subtopology.
		 * @return the nodes; empty for a sink
		 */
		Set<Node> successors();

	}

	/**
	 * Reads topics.
	 */
	interface Source extends Node {

		/**
		 * The topics read.
		 * @return the topics, internal ones without the application's prefix
		 */
		Set<String> topicSet();

		/**
		 * The pattern of topics read.
		 * @return always null: streams groups take no patterns
		 */
		@Nullable Pattern topicPattern();

	}

	/**
	 * Processes records.
	 */
	interface Processor extends Node {

		/**
		 * The names of the stores it uses.
		 * @return the names; may be empty
		 */
		Set<String> stores();

	}

	/**
	 * Writes to a topic.
	 */
	interface Sink extends Node {

		/**
		 * The topic written.
		 * @return the topic, or null if an extractor chooses it by record
		 */
		@Nullable String topic();

		/**
		 * What chooses the topic.
		 * @return the extractor, or null if the topic is fixed
		 */
		@Nullable TopicNameExtractor<?, ?> topicNameExtractor();

	}

}
