package io.millrace.streams.internal.runtime;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.TaskMetadata;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.TopicPartition;

/**
 * A task as it was when asked.
 *
 * @param taskId its id
 * @param topicPartitions its input partitions
 * @param committedOffsets what was committed for them
 * @param endOffsets where they end, as far as known
 */
record LocalTaskMetadata(TaskId taskId, Set<TopicPartition> topicPartitions, Map<TopicPartition, Long> committedOffsets,
		Map<TopicPartition, Long> endOffsets) implements TaskMetadata {

	@Override
	public Optional<Long> timeCurrentIdlingStarted() {
		return Optional.empty();
	}

}
