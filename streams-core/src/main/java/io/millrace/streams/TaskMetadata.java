package io.millrace.streams;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One task of a thread, as of when it was asked for.
 */
public interface TaskMetadata {

	/**
	 * The task's id.
	 * @return the id
	 */
	TaskId taskId();

	/**
	 * The input partitions of the task.
	 * @return an unmodifiable set
	 */
	Set<TopicPartition> topicPartitions();

	/**
	 * The offsets committed last, by input partition.
	 * @return an unmodifiable map; -1 where nothing is committed
	 */
	Map<TopicPartition, Long> committedOffsets();

	/**
	 * The ends of the input partitions as known to the consumer.
	 * @return an unmodifiable map; -1 where the end is not known
	 */
	Map<TopicPartition, Long> endOffsets();

	/**
	 * Since when the task waits for records of a partition that has none.
	 * @return milliseconds since the epoch, or empty if it doesn't wait
	 */
	Optional<Long> timeCurrentIdlingStarted();

	@Override
	boolean equals(@Nullable Object other);

	@Override
	int hashCode();

}
