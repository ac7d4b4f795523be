package io.millrace.streams.monitor;

import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * A store as the topology declares it.
 *
 * @param name the store's name
 * @param kind {@code key-value}, {@code timestamped-key-value}, {@code window},
 * {@code timestamped-window}, {@code session}, {@code versioned-key-value} or
 * {@code suppression-buffer}
 * @param keySerde reads and writes keys
 * @param valueSerde reads and writes values; without the timestamp for timestamped kinds
 * @param changelogTopic the changelog's full name, or null if the store isn't logged
 */
public record StoreDescription(String name, String kind, Serde<?> keySerde, Serde<?> valueSerde,
		@Nullable String changelogTopic) {
}
