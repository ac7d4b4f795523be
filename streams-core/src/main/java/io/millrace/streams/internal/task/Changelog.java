package io.millrace.streams.internal.task;

import java.util.OptionalLong;

import org.apache.kafka.common.TopicPartition;

/**
 * A changelog partition of a task and how far the local state has got in it.
 *
 * @param store the store's name
 * @param partition the partition of the changelog topic
 * @param offset the offset to restore from; empty to restore from the beginning
 */
public record Changelog(String store, TopicPartition partition, OptionalLong offset) {
}
