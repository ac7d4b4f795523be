package io.millrace.streams.internal.runtime;

import java.util.Set;

import io.millrace.streams.TaskMetadata;
import io.millrace.streams.ThreadMetadata;

/**
 * A processing thread as it was when asked.
 *
 * @param threadName its name
 * @param threadState the name of its state
 * @param activeTasks its tasks
 * @param adminClientId the client id of the instance's admin client
 */
record LocalThreadMetadata(String threadName, String threadState, Set<TaskMetadata> activeTasks,
		String adminClientId) implements ThreadMetadata {

	LocalThreadMetadata {
		activeTasks = Set.copyOf(activeTasks);
	}

	@Override
	public Set<TaskMetadata> standbyTasks() {
		return Set.of();
	}

	@Override
	public String consumerClientId() {
		return ThreadClients.consumerClientId(this.threadName);
	}

	@Override
	public String restoreConsumerClientId() {
		return ThreadClients.restoreConsumerClientId(this.threadName);
	}

	@Override
	public Set<String> producerClientIds() {
		return Set.of(ThreadClients.producerClientId(this.threadName));
	}

}
