package io.millrace.streams.internal.group;

import java.util.HashSet;
import java.util.Set;

import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceData;
import org.apache.kafka.clients.consumer.internals.StreamsRebalanceListener;
import org.jspecify.annotations.Nullable;

/**
 * Takes the client's callbacks. An exception thrown in one would end the membership, so
 * what the runtime's listener throws is kept, and thrown by {@link StreamsGroupMember}
 * once the client has returned.
 */
final class RebalanceCallbacks implements StreamsRebalanceListener {

	private final MembershipListener listener;

	private final StreamsRebalanceData rebalanceData;

	private @Nullable Throwable failure;

	RebalanceCallbacks(MembershipListener listener, StreamsRebalanceData rebalanceData) {
		this.listener = listener;
		this.rebalanceData = rebalanceData;
	}

	@Override
	public void onTasksRevoked(Set<StreamsRebalanceData.TaskId> tasks) {
		guarded(() -> this.listener.onRevoked(converted(tasks)));
	}

	@Override
	public void onTasksAssigned(StreamsRebalanceData.Assignment assignment) {
		guarded(() -> this.listener.onAssigned(converted(assignment.activeTasks()), assignment.isGroupReady()));
		// Without it the group never leaves its reconciling state once there's a second
		// member.
		this.rebalanceData.setReconciledAssignment(OwnedTasksReport.of(assignment));
	}

	@Override
	public void onAllTasksLost() {
		guarded(this.listener::onLost);
		this.rebalanceData.setReconciledAssignment(OwnedTasksReport.of(StreamsRebalanceData.Assignment.EMPTY));
	}

	private void guarded(Runnable call) {
		try {
			call.run();
		}
		catch (Throwable ex) {
			Throwable earlier = this.failure;
			if (earlier == null) {
				this.failure = ex;
			}
			else if (earlier != ex) {
				earlier.addSuppressed(ex);
			}
		}
	}

	/**
	 * Throws what the listener threw since the last call, if it did.
	 */
	void throwFailure() {
		Throwable thrown = this.failure;
		this.failure = null;
		if (thrown instanceof RuntimeException unchecked) {
			throw unchecked;
		}
		if (thrown instanceof Error error) {
			throw error;
		}
	}

	private static Set<TaskId> converted(Set<StreamsRebalanceData.TaskId> tasks) {
		Set<TaskId> converted = new HashSet<>();
		for (StreamsRebalanceData.TaskId task : tasks) {
			converted.add(new TaskId(Integer.parseInt(task.subtopologyId()), task.partitionId()));
		}
		return converted;
	}

}
