package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.millrace.streams.KafkaStreams.State;
import io.millrace.streams.TaskMetadata;
import io.millrace.streams.ThreadMetadata;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.Reason;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import org.apache.kafka.common.TopicPartition;

/**
 * Turns what threads published into what users see. Asks no broker and waits for no
 * thread.
 */
public final class StatusReport {

	private final StreamsRuntime runtime;

	/**
	 * Makes a report of an application instance.
	 * @param runtime the instance
	 */
	public StatusReport(StreamsRuntime runtime) {
		this.runtime = runtime;
	}

	public ApplicationStatus status() {
		State state = this.runtime.state();
		Set<Waiting> waiting = new LinkedHashSet<>();
		List<ThreadStatus> threads = new ArrayList<>();
		for (StreamThread thread : this.runtime.threads()) {
			ThreadSnapshot snapshot = thread.snapshot();
			List<TaskStatus> tasks = snapshot.tasks().stream().map((task) -> task.task().status()).toList();
			threads.add(new ThreadStatus(thread.getName(), snapshot.state().name(), tasks, thread.parts().counters()));
			if (state.isRunningOrRebalancing()) {
				waiting.addAll(waiting(snapshot, tasks));
			}
		}
		GlobalThread global = this.runtime.globalThread();
		if (global != null) {
			threads.add(global.status());
			if (state.isRunningOrRebalancing()) {
				waiting.addAll(global.waiting());
			}
		}
		return new ApplicationStatus(this.runtime.config().applicationId(), state, List.copyOf(waiting),
				this.runtime.failure(), threads);
	}

	private List<Waiting> waiting(ThreadSnapshot snapshot, List<TaskStatus> tasks) {
		List<Waiting> all = new ArrayList<>(snapshot.waiting());
		for (TaskStatus task : tasks) {
			if (snapshot.state() == ThreadState.RESTORING && "RESTORING".equals(task.state())) {
				long remaining = task.stores().stream().mapToLong((store) -> Math.max(0, store.remaining())).sum();
				all.add(new Waiting(Reason.RESTORING,
						"Task " + task.taskId() + " restores its state: " + ((remaining > 0)
								? remaining + " records to go." : "the end of its changelogs isn't known yet.")));
			}
		}
		if (all.isEmpty() && snapshot.state() == ThreadState.STARTING) {
			all.add(new Waiting(Reason.ASSIGNMENT_DELAYED,
					"Group " + this.runtime.config().applicationId() + " hasn't assigned tasks to this instance yet."));
		}
		return all;
	}

	public Set<ThreadMetadata> threadMetadata() {
		Set<ThreadMetadata> all = new LinkedHashSet<>();
		for (StreamThread thread : this.runtime.threads()) {
			ThreadSnapshot snapshot = thread.snapshot();
			if (!snapshot.state().ended()) {
				Set<TaskMetadata> tasks = new LinkedHashSet<>();
				snapshot.tasks().forEach((task) -> tasks.add(metadata(task)));
				all.add(new LocalThreadMetadata(thread.getName(), snapshot.state().name(), tasks,
						this.runtime.clients().adminClientId()));
			}
		}
		return all;
	}

	private static TaskMetadata metadata(OwnedTask task) {
		Map<TopicPartition, Long> committed = new HashMap<>();
		Map<TopicPartition, Long> ends = new HashMap<>();
		task.committed().forEach((partition, offset) -> committed.put(partition, offset.offset()));
		task.task().status().partitions().forEach((partition) -> {
			if (partition.position() >= 0 && partition.lag() >= 0) {
				ends.put(new TopicPartition(partition.topic(), partition.partition()),
						partition.position() + partition.lag());
			}
		});
		return new LocalTaskMetadata(task.id(), Set.copyOf(task.task().inputPartitions()), Map.copyOf(committed),
				Map.copyOf(ends));
	}

}
