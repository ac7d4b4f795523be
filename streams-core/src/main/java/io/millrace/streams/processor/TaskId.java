package io.millrace.streams.processor;

import java.util.Objects;

import io.millrace.streams.errors.TaskIdFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Names a task: the part of the topology and the input partition that it processes.
 * Written {@code subtopology_partition}, as in {@code 0_3}. Immutable.
 */
public class TaskId implements Comparable<TaskId> {

	/** What stands between a topology's name and the rest of a task id. */
	public static final String NAMED_TOPOLOGY_DELIMITER = "__";

	private final int subtopology;

	private final int partition;

	private final @Nullable String topologyName;

	/**
	 * Names a task.
	 * @param subtopology the number of the subtopology
	 * @param partition the partition
	 */
	public TaskId(int subtopology, int partition) {
		this(subtopology, partition, null);
	}

	/**
	 * Names a task of a topology that has a name.
	 * @param subtopology the number of the subtopology
	 * @param partition the partition
	 * @param topologyName the name, or null for a topology without one
	 */
	public TaskId(int subtopology, int partition, @Nullable String topologyName) {
		this.subtopology = subtopology;
		this.partition = partition;
		this.topologyName = (topologyName == null || topologyName.isEmpty()) ? null : topologyName;
	}

	/**
	 * The number of the subtopology.
	 * @return the number, from 0
	 */
	public int subtopology() {
		return this.subtopology;
	}

	/**
	 * The partition of the input topics.
	 * @return the partition, from 0
	 */
	public int partition() {
		return this.partition;
	}

	/**
	 * The name of the topology.
	 * @return the name, or null if it has none
	 */
	public @Nullable String topologyName() {
		return this.topologyName;
	}

	/**
	 * Reads a task id as {@link #toString()} writes it.
	 * @param text the text, as in {@code 0_3}
	 * @return the id
	 * @throws TaskIdFormatException if the text is not a task id
	 */
	public static TaskId parse(String text) {
		int delimiter = text.indexOf(NAMED_TOPOLOGY_DELIMITER);
		String topologyName = (delimiter < 0) ? null : text.substring(0, delimiter);
		String numbers = (delimiter < 0) ? text : text.substring(delimiter + NAMED_TOPOLOGY_DELIMITER.length());
		int separator = numbers.indexOf('_');
		if (separator <= 0 || separator == numbers.length() - 1) {
			throw new TaskIdFormatException("Task id " + text + " is not of the form subtopology_partition.");
		}
		try {
			return new TaskId(Integer.parseInt(numbers.substring(0, separator)),
					Integer.parseInt(numbers.substring(separator + 1)), topologyName);
		}
		catch (NumberFormatException ex) {
			throw new TaskIdFormatException("Task id " + text + " is not of the form subtopology_partition.", ex);
		}
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TaskId id && this.subtopology == id.subtopology && this.partition == id.partition
				&& Objects.equals(this.topologyName, id.topologyName);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.subtopology, this.partition, this.topologyName);
	}

	@Override
	public int compareTo(TaskId other) {
		String name = (this.topologyName != null) ? this.topologyName : "";
		int result = name.compareTo((other.topologyName != null) ? other.topologyName : "");
		if (result == 0) {
			result = Integer.compare(this.subtopology, other.subtopology);
		}
		return (result != 0) ? result : Integer.compare(this.partition, other.partition);
	}

	@Override
	public String toString() {
		String numbers = this.subtopology + "_" + this.partition;
		return (this.topologyName != null) ? this.topologyName + NAMED_TOPOLOGY_DELIMITER + numbers : numbers;
	}

}
