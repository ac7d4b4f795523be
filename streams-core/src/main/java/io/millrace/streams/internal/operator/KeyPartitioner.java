package io.millrace.streams.internal.operator;

import java.util.Optional;
import java.util.Set;

import io.millrace.streams.errors.StreamsException;
import io.millrace.streams.processor.StreamPartitioner;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Has a partitioner of the user's, which is given keys only, choose the one partition
 * that what belongs to a table's row goes to.
 */
public final class KeyPartitioner implements StreamPartitioner<Object, Object> {

	private final StreamPartitioner<Object, @Nullable Void> partitioner;

	/**
	 * Makes a partitioner.
	 * @param partitioner the user's
	 */
	@SuppressWarnings("unchecked")
	public KeyPartitioner(StreamPartitioner<?, ?> partitioner) {
		this.partitioner = (StreamPartitioner<Object, @Nullable Void>) partitioner;
	}

	@Override
	public Optional<Set<Integer>> partitions(String topic, @Nullable Object key, @Nullable Object value,
			int numPartitions) {
		return checked(topic, this.partitioner.partitions(topic, key, null, numPartitions));
	}

	@Override
	public Optional<Set<Integer>> partitions(String topic, @Nullable Object key, @Nullable Object value,
			Headers headers, int numPartitions) {
		return checked(topic, this.partitioner.partitions(topic, key, null, headers, numPartitions));
	}

	private static Optional<Set<Integer>> checked(String topic, Optional<Set<Integer>> chosen) {
		if (chosen.isPresent() && chosen.get().size() != 1) {
			throw new StreamsException("A partitioner of TableJoined chose the partitions " + chosen.get()
					+ " of topic " + topic + "; a row of a table lies in one partition, so it has to choose one.");
		}
		return chosen;
	}

}
