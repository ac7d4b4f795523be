package io.millrace.streams.query;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * How far a store reflects its input: for each partition of a topic that its task reads,
 * the offset of the last record that is in it. As offsets of a producer's answers do, it
 * names records, so it is one less than the offset that a group commits. Partitions of
 * which nothing was processed are missing. Repartition topics count as topics do.
 * <p>
 * The position belongs to the task rather than to the single store, so it moves on with
 * records also that change nothing in the store. That of committed data is what the group
 * has committed, so it outlives restarts with no trace of its own in the store or its
 * changelog, and never runs ahead of the data.
 * <p>
 * Mutable and thread-safe, though several changes aren't atomic together.
 */
public class Position {

	private final ConcurrentMap<String, ConcurrentMap<Integer, Long>> offsets;

	private Position(ConcurrentMap<String, ConcurrentMap<Integer, Long>> offsets) {
		this.offsets = offsets;
	}

	/**
	 * A position before all input.
	 * @return a new one
	 */
	public static Position emptyPosition() {
		return new Position(new ConcurrentHashMap<>());
	}

	/**
	 * Copies offsets by topic and partition.
	 * @param map the offsets; null is an empty map
	 * @return a new position
	 */
	public static Position fromMap(@Nullable Map<String, ? extends Map<Integer, Long>> map) {
		Position position = emptyPosition();
		if (map != null) {
			map.forEach((topic, partitions) -> partitions
				.forEach((partition, offset) -> position.withComponent(topic, partition, offset)));
		}
		return position;
	}

	/**
	 * Moves the position of a partition on; it never goes back.
	 * @param topic the topic
	 * @param partition the partition
	 * @param offset the offset of a record that is reflected
	 * @return this position
	 * @throws NullPointerException if the topic is null
	 */
	public Position withComponent(String topic, int partition, long offset) {
		this.offsets.computeIfAbsent(topic, (name) -> new ConcurrentHashMap<>()).merge(partition, offset, Math::max);
		return this;
	}

	/**
	 * Copies this position.
	 * @return a new one
	 */
	public Position copy() {
		return fromMap(this.offsets);
	}

	/**
	 * Moves this position on to where it or another one is, whichever is further,
	 * partition by partition.
	 * @param other the other; null changes nothing
	 * @return this position
	 */
	public Position merge(@Nullable Position other) {
		if (other != null) {
			other.offsets.forEach((topic, partitions) -> partitions
				.forEach((partition, offset) -> withComponent(topic, partition, offset)));
		}
		return this;
	}

	/**
	 * The topics.
	 * @return an unmodifiable copy
	 */
	public Set<String> getTopics() {
		return Set.copyOf(this.offsets.keySet());
	}

	/**
	 * The offsets of a topic by partition.
	 * @param topic the topic
	 * @return an unmodifiable copy, empty if there's nothing of the topic
	 */
	public Map<Integer, Long> getPartitionPositions(String topic) {
		Map<Integer, Long> partitions = this.offsets.get(topic);
		return (partitions != null) ? Map.copyOf(partitions) : Map.of();
	}

	/**
	 * Whether nothing is reflected.
	 * @return true if there's no offset
	 */
	public boolean isEmpty() {
		return this.offsets.isEmpty();
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Position position && this.offsets.equals(position.offsets);
	}

	/**
	 * A hash of the offsets as they are now. As the position may change, it's of little
	 * use as a key.
	 */
	@Override
	public int hashCode() {
		return this.offsets.hashCode();
	}

	@Override
	public String toString() {
		Map<String, Map<Integer, Long>> sorted = new TreeMap<>();
		this.offsets.forEach((topic, partitions) -> sorted.put(topic, new TreeMap<>(partitions)));
		return "Position" + sorted;
	}

}
