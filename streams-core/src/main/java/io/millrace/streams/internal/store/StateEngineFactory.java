package io.millrace.streams.internal.store;

import java.nio.file.Path;
import java.util.Set;

import io.millrace.streams.processor.TaskId;

/**
 * Opens the engine of a task. The in-memory one is built in; an engine on disk registers
 * a factory of its own. Called by the task room when a task is assigned.
 */
public interface StateEngineFactory {

	/**
	 * Opens the state of a task, creating what doesn't exist yet.
	 * @param task the task
	 * @param directory the task's directory; not created for an engine that isn't
	 * persistent
	 * @param stores the names of its stores
	 * @return the engine, to be closed with the task
	 */
	StateEngine open(TaskId task, Path directory, Set<String> stores);

	/**
	 * Whether the engine keeps content in the task's directory.
	 * @return true for an engine on disk
	 */
	default boolean persistent() {
		return true;
	}

}
