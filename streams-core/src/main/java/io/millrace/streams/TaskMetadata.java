package io.millrace.streams;

import io.millrace.streams.processor.TaskId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

public interface TaskMetadata {

	TaskId taskId();

	Set<TopicPartition> topicPartitions();

	Map<TopicPartition, Long> committedOffsets();

	Map<TopicPartition, Long> endOffsets();

	Optional<Long> timeCurrentIdlingStarted();

}
