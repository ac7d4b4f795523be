package io.millrace.streams.internal.task;

import java.time.Instant;
import java.util.OptionalLong;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A changelog partition of a task and how far the local state has got in it.
 *
 * @param store the store's name
 * @param partition the partition of the changelog topic
 * @param offset the offset to restore from; empty to restore from the beginning
 * @param lastWritten when the local state was written to at last, before it was opened;
 * null if there was none
 */
public record Changelog(String store, TopicPartition partition, OptionalLong offset, @Nullable Instant lastWritten) {
}
