package io.millrace.streams.internal.runtime;

import java.util.List;

import io.millrace.streams.monitor.ApplicationStatus.Waiting;

/**
 * What a thread lets others see of it, replaced whenever it changes. The tasks in it
 * answer status and queries to any thread.
 *
 * @param state the thread's state
 * @param tasks its tasks
 * @param waiting what it waits for
 */
record ThreadSnapshot(ThreadState state, List<OwnedTask> tasks, List<Waiting> waiting) {

	ThreadSnapshot {
		tasks = List.copyOf(tasks);
		waiting = List.copyOf(waiting);
	}

}
