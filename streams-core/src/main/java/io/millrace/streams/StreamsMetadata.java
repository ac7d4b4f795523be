package io.millrace.streams;

import io.millrace.streams.state.HostInfo;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

public interface StreamsMetadata {

	HostInfo hostInfo();

	Set<String> stateStoreNames();

	Set<TopicPartition> topicPartitions();

	Set<TopicPartition> standbyTopicPartitions();

	Set<String> standbyStateStoreNames();

	String host();

	int port();

	boolean equals(Object object);

	int hashCode();

}
