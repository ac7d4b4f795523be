package io.millrace.streams;

import java.util.Optional;
import java.util.Set;

import io.millrace.streams.internal.query.InstanceDirectory;
import io.millrace.streams.processor.StreamPartitioner;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;

/**
 * The partition that a key is in, as {@link KafkaStreams} looks for who has it.
 * Stateless.
 */
final class KeyPartition {

	private KeyPartition() {
	}

	/**
	 * As Kafka does by default.
	 */
	static <K> InstanceDirectory.Partitioner byDefault(K key, Headers headers, Serializer<K> keySerializer) {
		return (topic, partitions) -> Utils.toPositive(Utils.murmur2(keySerializer.serialize(topic, headers, key)))
				% partitions;
	}

	/**
	 * As the user's partitioner does, which has to choose one.
	 */
	static <K> InstanceDirectory.Partitioner by(StreamPartitioner<? super K, ?> partitioner, K key, Headers headers) {
		return (topic, partitions) -> {
			Optional<Set<Integer>> chosen = partitioner.partitions(topic, key, null, headers, partitions);
			if (chosen.isEmpty() || chosen.get().size() != 1) {
				throw new IllegalArgumentException("The partitioner chose the partitions " + chosen.orElse(Set.of())
						+ " of topic " + topic + " for the key; to find it, it has to choose one.");
			}
			return chosen.get().iterator().next();
		};
	}

}
