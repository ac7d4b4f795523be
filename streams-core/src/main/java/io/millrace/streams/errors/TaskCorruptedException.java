package io.millrace.streams.errors;

import java.util.Set;
import java.util.TreeSet;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.InvalidOffsetException;

/**
 * The local state of some tasks can't be trusted any more and has to be restored from the
 * changelogs.
 */
public class TaskCorruptedException extends StreamsException {

	private static final long serialVersionUID = 1L;

	private final transient Set<TaskId> corruptedTasks;

	/**
	 * Makes an exception.
	 * @param corruptedTasks the tasks
	 */
	public TaskCorruptedException(Set<TaskId> corruptedTasks) {
		super(message(corruptedTasks));
		this.corruptedTasks = Set.copyOf(corruptedTasks);
	}

	/**
	 * Makes an exception for a changelog that no longer has the offset that the local
	 * state is at.
	 * @param corruptedTasks the tasks
	 * @param cause what the consumer said
	 */
	public TaskCorruptedException(Set<TaskId> corruptedTasks, InvalidOffsetException cause) {
		super(message(corruptedTasks), cause);
		this.corruptedTasks = Set.copyOf(corruptedTasks);
	}

	/**
	 * Makes an exception for state that can't be read or written.
	 * @param corruptedTasks the tasks
	 * @param cause what the store said
	 */
	public TaskCorruptedException(Set<TaskId> corruptedTasks, ProcessorStateException cause) {
		super(message(corruptedTasks), cause);
		this.corruptedTasks = Set.copyOf(corruptedTasks);
	}

	private static String message(Set<TaskId> tasks) {
		return "The local state of tasks " + new TreeSet<>(tasks)
				+ " can't be trusted any more and is restored from the changelogs.";
	}

	/**
	 * The tasks whose state has to be restored.
	 * @return an unmodifiable set
	 */
	public Set<TaskId> corruptedTasks() {
		return this.corruptedTasks;
	}

}
