package io.millrace.streams.internal.group;

import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells the coordinator it owns. Equal to nothing but itself, because the
 * client leaves the tasks out of a heartbeat if they equal those it told last. That goes
 * wrong when an assignment comes and goes between two heartbeats: the coordinator waits
 * for ever for the news that a task was given back, and nobody gets the task.
 */
final class OwnedTasksReport extends StreamsRebalanceData.Assignment {

	private OwnedTasksReport(StreamsRebalanceData.Assignment assignment) {
		super(assignment.activeTasks(), assignment.standbyTasks(), assignment.warmupTasks(), assignment.isGroupReady());
	}

	static OwnedTasksReport of(StreamsRebalanceData.Assignment assignment) {
		return new OwnedTasksReport(assignment);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	@Override
	public int hashCode() {
		return System.identityHashCode(this);
	}

}
