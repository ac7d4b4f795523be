package io.millrace.streams.internal.topology;

import java.util.List;
import java.util.function.Supplier;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.internal.operator.Operator;
import io.millrace.streams.processor.StreamPartitioner;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.processor.TopicNameExtractor;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * One node of a {@link TopologyGraph}: what a program declared, not yet running. Made by
 * the DSL and by {@code Topology}, read by the compiler.
 */
public sealed interface NodeSpec {

	/**
	 * The node's name, unique in its graph.
	 * @return the name
	 */
	String name();

	/**
	 * The names of the nodes that feed this one.
	 * @return the parents, in the order they were declared
	 */
	List<String> parents();

	/**
	 * Reads topics.
	 *
	 * @param name the node's name
	 * @param topics the topics, or internal topics by their name without prefix
	 * @param keyDeserializer null for the default serde's
	 * @param valueDeserializer null for the default serde's
	 * @param timestampExtractor null for the default
	 * @param autoOffsetReset where to start without a committed offset; null for the
	 * default
	 */
	record Source(String name, List<String> topics, @Nullable Deserializer<?> keyDeserializer,
			@Nullable Deserializer<?> valueDeserializer, @Nullable TimestampExtractor timestampExtractor,
			@Nullable AutoOffsetReset autoOffsetReset) implements NodeSpec {

		public Source {
			topics = List.copyOf(topics);
		}

		@Override
		public List<String> parents() {
			return List.of();
		}

	}

	/**
	 * Processes records.
	 *
	 * @param name the node's name
	 * @param parents the nodes that feed it
	 * @param factory makes a running instance for a task
	 * @param kind what it does, in one word
	 */
	record Processing(String name, List<String> parents, Supplier<? extends Operator> factory,
			String kind) implements NodeSpec {

		public Processing {
			parents = List.copyOf(parents);
		}

	}

	/**
	 * Writes to a topic.
	 *
	 * @param name the node's name
	 * @param parents the nodes that feed it
	 * @param topic the topic, or an internal topic by its name without prefix; null if
	 * the extractor chooses it
	 * @param topicExtractor chooses the topic by record; null if it is fixed
	 * @param keySerializer null for the default serde's
	 * @param valueSerializer null for the default serde's
	 * @param partitioner null to let the producer choose by the key
	 */
	record Sink(String name, List<String> parents, @Nullable String topic,
			@Nullable TopicNameExtractor<?, ?> topicExtractor, @Nullable Serializer<?> keySerializer,
			@Nullable Serializer<?> valueSerializer,
			@Nullable StreamPartitioner<?, ?> partitioner) implements NodeSpec {

		public Sink {
			parents = List.copyOf(parents);
		}

	}

}
