package io.millrace.streams;

import java.util.Set;

import io.millrace.streams.state.HostInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What one instance of the application processes and keeps.
 */
public interface StreamsMetadata {

	/**
	 * The instance's endpoint, as it was configured with {@code application.server}.
	 * @return the endpoint
	 */
	HostInfo hostInfo();

	/**
	 * The stores of the tasks that the instance processes.
	 * @return an unmodifiable set of names
	 */
	Set<String> stateStoreNames();

	/**
	 * The input partitions that the instance processes.
	 * @return an unmodifiable set
	 */
	Set<TopicPartition> topicPartitions();

	/**
	 * The input partitions of the tasks of which the instance keeps a copy.
	 * @return an unmodifiable set
	 */
	Set<TopicPartition> standbyTopicPartitions();

	/**
	 * The stores of which the instance keeps a copy.
	 * @return an unmodifiable set of names
	 */
	Set<String> standbyStateStoreNames();

	/**
	 * The host of {@link #hostInfo()}.
	 * @return the host
	 */
	String host();

	/**
	 * The port of {@link #hostInfo()}.
	 * @return the port
	 */
	int port();

	@Override
	boolean equals(@Nullable Object other);

	@Override
	int hashCode();

}
