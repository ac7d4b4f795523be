package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a task puts up what it is doing for other threads to read: an immutable snapshot,
 * renewed by the task's thread a few times a second.
 */
final class TaskStatusBoard {

	private static final long RENEWAL_MILLIS = 200;

	private final TaskId id;

	private final RecordQueues queues;

	private final TaskState taskState;

	private volatile String state = "CREATED";

	private volatile TaskStatus status;

	private List<PartitionStatus> partitions = List.of();

	private long renewedAt = -1;

	TaskStatusBoard(TaskId id, RecordQueues queues, TaskState taskState) {
		this.id = id;
		this.queues = queues;
		this.taskState = taskState;
		this.status = new TaskStatus(id.toString(), this.state, List.of(), List.of());
	}

	void state(String state) {
		this.state = state;
		publish();
	}

	boolean running() {
		return this.state.equals("RUNNING");
	}

	void publish(long wallClock, ToLongFunction<TopicPartition> lag) {
		if (wallClock - this.renewedAt < RENEWAL_MILLIS && wallClock >= this.renewedAt) {
			return;
		}
		this.renewedAt = wallClock;
		List<PartitionStatus> current = new ArrayList<>();
		for (PartitionQueue queue : this.queues.all()) {
			TopicPartition partition = queue.partition();
			long behind = lag.applyAsLong(partition);
			current.add(new PartitionStatus(partition.topic(), partition.partition(), queue.position(),
					(behind >= 0) ? behind + queue.size() : -1));
		}
		this.partitions = List.copyOf(current);
		publish();
	}

	void publish() {
		if (this.partitions.isEmpty()) {
			this.partitions = this.queues.all()
				.stream()
				.map((queue) -> new PartitionStatus(queue.partition().topic(), queue.partition().partition(), -1, -1))
				.toList();
		}
		List<StoreStatus> stores = this.state.equals("CLOSED") ? List.of() : this.taskState.status();
		this.status = new TaskStatus(this.id.toString(), this.state, this.partitions, stores);
	}

	TaskStatus status() {
		return this.status;
	}

}
