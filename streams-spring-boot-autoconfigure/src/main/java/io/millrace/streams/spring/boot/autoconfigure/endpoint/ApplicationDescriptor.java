package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.millrace.streams.KafkaStreams;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.StoreStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import io.millrace.streams.monitor.ApplicationStatus.ThreadStatus;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.spring.boot.autoconfigure.StreamsApplication;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What one application is doing on this instance. Numbers that are not known yet are left
 * out.
 *
 * @param name the name of its topology bean
 * @param applicationId its id
 * @param started whether it was started and not stopped since
 * @param state the state of its runtime
 * @param waitingFor why nothing can be processed at the moment
 * @param failure what stopped it
 * @param lag records behind the ends of its input partitions
 * @param restoration what is left to be restored, while any is
 * @param threads its threads
 */
record ApplicationDescriptor(String name, String applicationId, boolean started, KafkaStreams.State state,
		List<WaitingDescriptor> waitingFor, @Nullable String failure, @Nullable Long lag,
		@Nullable RestorationDescriptor restoration, List<ThreadDescriptor> threads) implements OperationResponseBody {

	static ApplicationDescriptor of(StreamsApplication application) {
		ApplicationStatus status = application.status();
		List<TaskStatus> tasks = status.threads().stream().flatMap((thread) -> thread.tasks().stream()).toList();
		return new ApplicationDescriptor(application.name(), application.applicationId(), application.isRunning(),
				status.state(), status.waitingFor().stream().map(WaitingDescriptor::of).toList(),
				status.failure().orElse(null), lag(tasks),
				RestorationDescriptor.of(tasks.stream().flatMap((task) -> task.stores().stream())),
				status.threads().stream().map(ThreadDescriptor::of).toList());
	}

	private static @Nullable Long lag(List<TaskStatus> tasks) {
		return tasks.stream()
			.flatMap((task) -> task.partitions().stream())
			.map(PartitionStatus::lag)
			.filter((lag) -> lag >= 0)
			.reduce(Long::sum)
			.orElse(null);
	}

	private static @Nullable Long known(long number) {
		return (number >= 0) ? number : null;
	}

	/**
	 * A reason to wait.
	 *
	 * @param reason the kind
	 * @param detail one sentence that names what is missing
	 */
	record WaitingDescriptor(ApplicationStatus.Reason reason, String detail) {

		static WaitingDescriptor of(Waiting waiting) {
			return new WaitingDescriptor(waiting.reason(), waiting.detail());
		}

	}

	/**
	 * What is left to be restored.
	 *
	 * @param restored records restored so far
	 * @param remaining records still to restore
	 * @param estimate how long that will take at the pace so far
	 */
	record RestorationDescriptor(long restored, @Nullable Long remaining, @Nullable Duration estimate) {

		static @Nullable RestorationDescriptor of(Stream<StoreStatus> stores) {
			List<StoreStatus> restoring = stores.filter((store) -> store.remaining() != 0).toList();
			if (restoring.isEmpty()) {
				return null;
			}
			boolean known = restoring.stream().allMatch((store) -> store.remaining() > 0);
			long millis = restoring.stream().mapToLong(StoreStatus::estimatedMillis).max().orElse(-1);
			return new RestorationDescriptor(restoring.stream().mapToLong(StoreStatus::restored).sum(),
					known ? restoring.stream().mapToLong(StoreStatus::remaining).sum() : null,
					(known && millis >= 0) ? Duration.ofMillis(millis) : null);
		}

	}

	/**
	 * A processing thread.
	 *
	 * @param name its name
	 * @param state its state
	 * @param counters what it did since it started
	 * @param tasks the tasks it owns
	 */
	record ThreadDescriptor(String name, String state, ApplicationStatus.Counters counters,
			List<TaskDescriptor> tasks) {

		static ThreadDescriptor of(ThreadStatus thread) {
			return new ThreadDescriptor(thread.name(), thread.state(), thread.counters(),
					thread.tasks().stream().map(TaskDescriptor::of).toList());
		}

	}

	/**
	 * A task.
	 *
	 * @param id its id
	 * @param state its state
	 * @param partitions its input partitions
	 * @param stores its stores
	 */
	record TaskDescriptor(String id, String state, List<PartitionDescriptor> partitions,
			List<TaskStoreDescriptor> stores) {

		static TaskDescriptor of(TaskStatus task) {
			return new TaskDescriptor(task.taskId(), task.state(),
					task.partitions().stream().map(PartitionDescriptor::of).toList(),
					task.stores().stream().map(TaskStoreDescriptor::of).toList());
		}

	}

	/**
	 * An input partition.
	 *
	 * @param topic its topic
	 * @param partition its number
	 * @param position the offset of the next record to process
	 * @param lag records behind the end
	 */
	record PartitionDescriptor(String topic, int partition, @Nullable Long position, @Nullable Long lag) {

		static PartitionDescriptor of(PartitionStatus partition) {
			return new PartitionDescriptor(partition.topic(), partition.partition(), known(partition.position()),
					known(partition.lag()));
		}

	}

	/**
	 * A task's part of a store.
	 *
	 * @param name the store's name
	 * @param kind the kind of store
	 * @param entries about how many keys it holds, committed
	 * @param uncommittedBytes about how much memory writes since the last commit take
	 * @param restoration what is left to be restored, while any is
	 */
	record TaskStoreDescriptor(String name, String kind, long entries, long uncommittedBytes,
			@Nullable RestorationDescriptor restoration) {

		static TaskStoreDescriptor of(StoreStatus store) {
			return new TaskStoreDescriptor(store.name(), store.kind(), store.entries(), store.uncommittedBytes(),
					RestorationDescriptor.of(Stream.of(store)));
		}

	}

}
