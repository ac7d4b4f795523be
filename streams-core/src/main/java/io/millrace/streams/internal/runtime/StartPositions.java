package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.AutoOffsetReset;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.NodeSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where a task begins to read: at the committed offset, or where its source says. The
 * consumer knows one reset policy for all topics, so a source's own is carried out here.
 * Used by {@link AssignedTasks}.
 */
final class StartPositions {

	private final Map<String, AutoOffsetReset> policies = new HashMap<>();

	StartPositions(List<CompiledTopology.Subtopology> subtopologies) {
		for (CompiledTopology.Subtopology subtopology : subtopologies) {
			for (NodeSpec node : subtopology.nodes()) {
				if (node instanceof NodeSpec.Source source && source.autoOffsetReset() != null) {
					for (String topic : source.topics()) {
						this.policies.put(topic, source.autoOffsetReset());
					}
				}
			}
		}
	}

	/**
	 * Moves the consumer to where a task begins.
	 * @param consumer the consumer
	 * @param task the task
	 * @param now milliseconds since the epoch
	 */
	void seek(Consumer<byte[], byte[]> consumer, OwnedTask task, long now) {
		for (TopicPartition partition : task.task().inputPartitions()) {
			Long offset = task.startOffset(partition);
			if (offset != null) {
				consumer.seek(partition, offset);
			}
			else {
				reset(consumer, partition, this.policies.get(partition.topic()), now);
			}
		}
	}

	private static void reset(Consumer<byte[], byte[]> consumer, TopicPartition partition,
			@Nullable AutoOffsetReset policy, long now) {
		if (policy == null) {
			return;
		}
		switch (policy.strategy()) {
			case EARLIEST -> consumer.seekToBeginning(Set.of(partition));
			case LATEST -> consumer.seekToEnd(Set.of(partition));
			case BY_DURATION -> {
				long time = now - policy.duration().orElseThrow().toMillis();
				OffsetAndTimestamp found = consumer.offsetsForTimes(Map.of(partition, time)).get(partition);
				if (found != null) {
					consumer.seek(partition, found.offset());
				}
				else {
					consumer.seekToEnd(Set.of(partition));
				}
			}
			case NONE -> throw new NoOffsetForPartitionException(partition);
		}
	}

}
