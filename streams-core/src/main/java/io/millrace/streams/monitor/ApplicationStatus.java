package io.millrace.streams.monitor;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.millrace.streams.KafkaStreams;

/**
 * What one application instance is doing: a snapshot, taken without any call to the
 * broker. Obtained from {@link KafkaStreams#status()}.
 *
 * @param applicationId the application id
 * @param state the state of the client
 * @param waitingFor why nothing can be processed at the moment, in words that name
 * topics, group or broker; empty while work goes on
 * @param failure what stopped the application or its last thread, in one sentence; empty
 * if nothing did
 * @param threads the processing threads, and the one that fills global stores if there
 * are any
 */
public record ApplicationStatus(String applicationId, KafkaStreams.State state, List<Waiting> waitingFor,
		Optional<String> failure, List<ThreadStatus> threads) {

	public ApplicationStatus {
		waitingFor = List.copyOf(waitingFor);
		threads = List.copyOf(threads);
	}

	/**
	 * Whether a store can be queried on this instance.
	 * @param store the store's name; one that the topology doesn't have counts as on no
	 * instance
	 * @return its state
	 */
	public StoreState storeState(String store) {
		if (this.state == KafkaStreams.State.ERROR || this.state == KafkaStreams.State.PENDING_ERROR) {
			return StoreState.FAILED;
		}
		if (this.state.hasCompletedShutdown() || this.state == KafkaStreams.State.PENDING_SHUTDOWN) {
			return StoreState.REVOKED;
		}
		boolean here = false;
		boolean underWay = this.state != KafkaStreams.State.RUNNING;
		for (ThreadStatus thread : this.threads) {
			for (TaskStatus task : thread.tasks()) {
				boolean running = task.state().equals("RUNNING");
				if (task.stores().stream().anyMatch((part) -> part.name().equals(store))) {
					here = true;
					if (!running) {
						return StoreState.RESTORING;
					}
				}
				underWay |= !running;
			}
		}
		if (here) {
			return StoreState.RUNNING;
		}
		// A task that isn't open yet doesn't tell its stores.
		return underWay ? StoreState.RESTORING : StoreState.REVOKED;
	}

	/**
	 * A reason to wait.
	 *
	 * @param reason the kind
	 * @param detail one sentence that names what is missing
	 */
	public record Waiting(Reason reason, String detail) {
	}

	/**
	 * Kinds of reasons to wait.
	 */
	public enum Reason {

		/** A source topic doesn't exist. */
		MISSING_SOURCE_TOPICS,
		/** Topics that are read together differ in their number of partitions. */
		INCORRECTLY_PARTITIONED_TOPICS,
		/** The broker is creating repartition and changelog topics. */
		MISSING_INTERNAL_TOPICS,
		/** The broker has not handed out tasks yet. */
		ASSIGNMENT_DELAYED,
		/** No broker answers. */
		BROKER_UNAVAILABLE,
		/** A task's state is being restored. */
		RESTORING,
		/** There is no room for a task's state on the disk. */
		DISK_FULL

	}

	/**
	 * One thread.
	 *
	 * @param name the thread's name
	 * @param state the state of the thread: STARTING, RUNNING, RESTORING, CLOSED, FAILED
	 * @param tasks the tasks it owns
	 * @param counters what it did so far
	 */
	public record ThreadStatus(String name, String state, List<TaskStatus> tasks, Counters counters) {

		public ThreadStatus {
			tasks = List.copyOf(tasks);
		}

	}

	/**
	 * What a thread did since it started. Only ever grows.
	 *
	 * @param processed records taken from input topics and through
	 * @param skipped bad records skipped by the error policy
	 * @param deadLettered bad records sent to the dead-letter topic
	 * @param dropped records dropped by what operators and stores mean (null keys, late
	 * records)
	 * @param sent records sent to output topics
	 * @param changelogged records sent to changelogs
	 * @param commits commits that succeeded
	 * @param aborts transactions that were aborted
	 * @param commitNanos nanoseconds spent in commits
	 * @param restored records restored from changelogs
	 * @param droppedByReason the records dropped, by the reason; each reason there is has
	 * a number, which may be 0
	 */
	public record Counters(long processed, long skipped, long deadLettered, long dropped, long sent, long changelogged,
			long commits, long aborts, long commitNanos, long restored, Map<String, Long> droppedByReason) {

		public Counters {
			droppedByReason = Collections.unmodifiableMap(new TreeMap<>(droppedByReason));
		}

	}

	/**
	 * One task, or what fills a global store.
	 *
	 * @param taskId the id, as in {@code 0_1}; {@code global/} and the store's name for a
	 * global store
	 * @param state CREATED, RESTORING, RUNNING, CLOSED
	 * @param partitions its input partitions
	 * @param stores its stores
	 */
	public record TaskStatus(String taskId, String state, List<PartitionStatus> partitions, List<StoreStatus> stores) {

		public TaskStatus {
			partitions = List.copyOf(partitions);
			stores = List.copyOf(stores);
		}

		/**
		 * Whether it fills a global store, in place of processing.
		 * @return true if so
		 */
		public boolean global() {
			return this.taskId.startsWith("global/");
		}

	}

	/**
	 * One input partition of a task.
	 *
	 * @param topic the topic
	 * @param partition the partition
	 * @param position the offset of the next record to process; -1 if not known yet
	 * @param lag records behind the end; -1 if not known yet
	 */
	public record PartitionStatus(String topic, int partition, long position, long lag) {
	}

	/**
	 * One store of a task.
	 *
	 * @param name the store's name
	 * @param kind {@code key-value}, say
	 * @param entries about how many keys it holds, committed
	 * @param uncommittedBytes about how much memory writes since the last commit take
	 * @param restored records restored since the task was assigned
	 * @param remaining records still to restore; 0 when done, -1 if not known yet
	 * @param estimatedMillis how long that will take at the pace so far; -1 if not known
	 */
	public record StoreStatus(String name, String kind, long entries, long uncommittedBytes, long restored,
			long remaining, long estimatedMillis) {
	}

}
