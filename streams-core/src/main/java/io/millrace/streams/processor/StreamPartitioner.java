package io.millrace.streams.processor;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;

public interface StreamPartitioner<K, V> {

	Optional<Set<Integer>> partitions(String name, K key, V value, int partitions);

	default Optional<Set<Integer>> partitions(String name, K key, V value, Headers headers, int partitions) {
		throw new UnsupportedOperationException();
	}

}
