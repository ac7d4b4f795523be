package io.millrace.streams.internal.store;

import java.nio.file.Path;
import java.util.Set;

import io.millrace.streams.processor.TaskId;

/**
 * Opens engines that keep everything in memory.
 */
public final class InMemoryStateEngineFactory implements StateEngineFactory {

	@Override
	public StateEngine open(TaskId task, Path directory, Set<String> stores) {
		return new InMemoryStateEngine(task.toString(), stores);
	}

	@Override
	public boolean persistent() {
		return false;
	}

}
