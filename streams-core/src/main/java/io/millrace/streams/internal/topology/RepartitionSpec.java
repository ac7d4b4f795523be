package io.millrace.streams.internal.topology;

import java.util.OptionalInt;

/**
 * A repartition topic of a {@link TopologyGraph}.
 *
 * @param name the name without the application's prefix, ending in {@code -repartition}
 * @param partitions how many partitions it has; empty to follow what feeds it
 */
public record RepartitionSpec(String name, OptionalInt partitions) {
}
