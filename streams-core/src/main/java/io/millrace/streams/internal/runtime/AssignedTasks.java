package io.millrace.streams.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.millrace.streams.errors.TaskMigratedException;
import io.millrace.streams.internal.commit.CommitOutcome;
import io.millrace.streams.internal.commit.CommitParticipant;
import io.millrace.streams.internal.commit.Committer;
import io.millrace.streams.internal.commit.FailureTable;
import io.millrace.streams.internal.commit.Verdict;
import io.millrace.streams.internal.group.MembershipListener;
import io.millrace.streams.internal.group.TaskChanges;
import io.millrace.streams.internal.restore.Restoration;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.monitor.ApplicationStatus.Waiting;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of one thread, from the moment the group assigns them until it takes them
 * away: opens them, learns what was committed for them, has them restored, starts them
 * and closes them. Told by the group within poll, driven by the thread loop otherwise.
 */
final class AssignedTasks implements MembershipListener {

	private static final Logger logger = LoggerFactory.getLogger(AssignedTasks.class);

	private static final long FIRST_COMMITTED_TIMEOUT_MILLIS = 100;

	private static final long LONGEST_COMMITTED_TIMEOUT_MILLIS = 5_000;

	private final Function<TaskId, StreamTask> factory;

	private final Consumer<byte[], byte[]> consumer;

	private final Committer committer;

	private final Restoration restoration;

	private final StartPositions startPositions;

	private final TaskOpening opening;

	private final LongSupplier clock;

	private final Map<TaskId, OwnedTask> tasks = new TreeMap<>();

	private final Map<TopicPartition, OwnedTask> byPartition = new HashMap<>();

	/**
	 * Tasks that were assigned but not made, with what is known of their positions.
	 */
	private final Map<TaskId, Map<TopicPartition, Long>> unmade = new TreeMap<>();

	private List<OwnedTask> running = List.of();

	private long committedTimeoutMillis = FIRST_COMMITTED_TIMEOUT_MILLIS;

	private boolean assigned;

	private boolean ready;

	private boolean changed = true;

	AssignedTasks(Function<TaskId, StreamTask> factory, Consumer<byte[], byte[]> consumer, Committer committer,
			Restoration restoration, StartPositions startPositions, TaskOpening opening, LongSupplier clock) {
		this.factory = factory;
		this.consumer = consumer;
		this.committer = committer;
		this.restoration = restoration;
		this.startPositions = startPositions;
		this.opening = opening;
		this.clock = clock;
	}

	@Override
	public void onAssigned(Set<TaskId> assignment, boolean groupReady) {
		this.assigned = true;
		this.ready = groupReady;
		this.changed = true;
		Set<TaskId> owned = new HashSet<>(this.tasks.keySet());
		owned.addAll(this.unmade.keySet());
		TaskChanges changes = TaskChanges.between(owned, assignment);
		logger.info("Assigned: tasks {} are new, {} stay{}", changes.open(), changes.keep(),
				groupReady ? "" : "; the group isn't ready to process");
		if (this.running.stream().anyMatch((task) -> changes.close().contains(task.id()) && task.commitNeeded())) {
			settle(this.committer.abort(new TaskMigratedException("The group gave tasks to other members."),
					this.running));
		}
		changes.close().forEach(this::giveAway);
		changes.open().forEach((id) -> this.unmade.put(id, Map.of()));
		pauseUnowned();
	}

	@Override
	public void onRevoked(Set<TaskId> revoked) {
		logger.info("Revoked: tasks {}", revoked);
		this.changed = true;
		CommitOutcome outcome = this.committer.commit(this.running);
		try {
			settle(outcome);
		}
		finally {
			revoked.forEach(this::giveAway);
		}
	}

	@Override
	public void onLost() {
		if (!this.tasks.isEmpty()) {
			logger.warn("Lost: all tasks, {}", this.tasks.keySet());
		}
		this.changed = true;
		this.ready = false;
		try {
			if (!this.running.isEmpty()) {
				settle(this.committer.abort(new TaskMigratedException("The group gave all tasks to other members."),
						this.running));
			}
		}
		finally {
			closeAll();
		}
	}

	/**
	 * Carries out how a commit ended, as far as tasks are concerned.
	 * @param outcome how it ended
	 */
	void settle(CommitOutcome outcome) {
		long now = this.clock.getAsLong();
		for (CommitParticipant participant : outcome.reopen()) {
			if (participant instanceof OwnedTask task) {
				this.opening.lost(task, outcome.failure(), now);
				remake(task);
			}
		}
		if (outcome.end() == CommitOutcome.End.COMMITTED) {
			this.opening.committed(this.running);
		}
		if (outcome.end() == CommitOutcome.End.FAILED) {
			throw (outcome.failure() != null) ? outcome.failure()
					: new IllegalStateException("A commit failed for a reason that isn't known.");
		}
	}

	/**
	 * Nothing may be fetched for a task before it processes.
	 */
	private void pauseUnowned() {
		Set<TopicPartition> unowned = new HashSet<>(this.consumer.assignment());
		unowned.removeAll(this.byPartition.keySet());
		this.consumer.pause(unowned);
	}

	/**
	 * Makes the tasks that were assigned. Not done when they're assigned, since a task
	 * may ask the broker for the number of partitions.
	 */
	private void makeTasks() {
		for (TaskId id : List.copyOf(this.unmade.keySet())) {
			StreamTask made;
			try {
				made = this.factory.apply(id);
			}
			catch (RuntimeException ex) {
				if (FailureTable.verdict(ex) != Verdict.RETRY) {
					throw ex;
				}
				logger.debug("Task {} can't be made yet: {}", id, ex.toString());
				return;
			}
			OwnedTask task = new OwnedTask(made, this.unmade.getOrDefault(id, Map.of()));
			this.unmade.remove(id);
			this.tasks.put(id, task);
			task.task().inputPartitions().forEach((partition) -> this.byPartition.put(partition, task));
			this.changed = true;
		}
	}

	private void giveAway(TaskId id) {
		this.opening.forget(id);
		drop(id);
	}

	private void drop(TaskId id) {
		this.unmade.remove(id);
		OwnedTask task = this.tasks.remove(id);
		if (task == null) {
			return;
		}
		this.byPartition.values().removeIf((owner) -> owner == task);
		this.restoration.remove(task);
		this.changed = true;
		updateRunning();
		task.task().close();
	}

	/**
	 * Closes all tasks; what isn't committed is gone. A task that can't be closed doesn't
	 * keep others from it.
	 */
	void closeAll() {
		this.unmade.keySet().forEach(this.opening::forget);
		this.unmade.clear();
		RuntimeException failure = null;
		for (TaskId id : List.copyOf(this.tasks.keySet())) {
			try {
				giveAway(id);
			}
			catch (RuntimeException ex) {
				logger.warn("Task {} couldn't be closed properly", id, ex);
				failure = (failure != null) ? failure : ex;
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * Takes in what was polled.
	 * @param records the records
	 */
	void enqueue(ConsumerRecords<byte[], byte[]> records) {
		for (TopicPartition partition : records.partitions()) {
			OwnedTask task = this.byPartition.get(partition);
			if (task != null) {
				task.polled(partition, records.records(partition));
			}
		}
	}

	/**
	 * Pauses partitions of which too many records wait, and lets the others go on.
	 * @param limit above how many waiting records a partition is paused
	 */
	void holdBack(int limit) {
		for (OwnedTask task : this.running) {
			task.holdBack(limit, this.consumer);
		}
	}

	/**
	 * Brings tasks that don't process yet a step further.
	 * @param timeout how long to wait for records to restore
	 * @param now milliseconds since the epoch
	 */
	void advance(Duration timeout, long now) {
		if (allRunning()) {
			return;
		}
		makeTasks();
		List<OwnedTask> unlocated = new ArrayList<>();
		this.opening.open(this.tasks.values(), now).forEach(this::remake);
		for (OwnedTask task : this.tasks.values()) {
			if (task.phase() == OwnedTask.Phase.OPENED) {
				unlocated.add(task);
			}
		}
		if (!unlocated.isEmpty()) {
			locate(unlocated);
		}
		if (this.restoration.active()) {
			this.restoration.step(timeout, now);
		}
		for (OwnedTask task : List.copyOf(this.tasks.values())) {
			RuntimeException failure = task.failure();
			if (failure != null) {
				this.opening.failed(task, failure, now);
				remake(task);
			}
		}
		for (OwnedTask task : this.tasks.values()) {
			if (task.phase() == OwnedTask.Phase.RESTORING && this.restoration.complete(task)) {
				start(task, now);
			}
		}
	}

	private void remake(OwnedTask task) {
		drop(task.id());
		this.unmade.put(task.id(), task.firstPolled());
		pauseUnowned();
	}

	/**
	 * Asks what was committed. Offsets of a transaction that isn't decided yet keep the
	 * answer back, so the question is short and repeated while other tasks go on.
	 */
	private void locate(Collection<OwnedTask> unlocated) {
		Set<TopicPartition> partitions = new HashSet<>();
		unlocated.forEach((task) -> partitions.addAll(task.task().inputPartitions()));
		Map<TopicPartition, OffsetAndMetadata> committed;
		try {
			committed = this.consumer.committed(partitions, Duration.ofMillis(this.committedTimeoutMillis));
		}
		catch (RuntimeException ex) {
			Verdict verdict = FailureTable.verdict(ex);
			// If the group has moved on, a poll tells.
			if (verdict != Verdict.RETRY && verdict != Verdict.REJOIN) {
				throw ex;
			}
			logger.debug("Committed offsets of {} aren't known yet: {}", partitions, ex.toString());
			this.committedTimeoutMillis = Math.min(2 * this.committedTimeoutMillis, LONGEST_COMMITTED_TIMEOUT_MILLIS);
			return;
		}
		this.committedTimeoutMillis = FIRST_COMMITTED_TIMEOUT_MILLIS;
		for (OwnedTask task : unlocated) {
			Map<TopicPartition, OffsetAndMetadata> own = new HashMap<>();
			for (TopicPartition partition : task.task().inputPartitions()) {
				OffsetAndMetadata offset = committed.get(partition);
				if (offset != null) {
					own.put(partition, offset);
				}
			}
			task.located(own);
			this.restoration.add(task);
		}
	}

	/**
	 * The consumer doesn't know where to read, or the broker no longer has what comes
	 * next.
	 * @param failure what the consumer says
	 * @param now milliseconds since the epoch
	 */
	void reposition(InvalidOffsetException failure, long now) {
		if (failure instanceof OffsetOutOfRangeException outOfRange) {
			this.startPositions.outOfRange(this.consumer, outOfRange, now);
			return;
		}
		Set<TopicPartition> assigned = this.consumer.assignment();
		for (TopicPartition partition : failure.partitions()) {
			if (assigned.contains(partition)) {
				this.startPositions.missing(this.consumer, partition, this.byPartition.get(partition), now);
			}
		}
	}

	private void start(OwnedTask task, long now) {
		this.startPositions.seek(this.consumer, task, now);
		task.start();
		this.restoration.remove(task);
		this.consumer.resume(task.task().inputPartitions());
		this.changed = true;
		updateRunning();
		logger.info("Task {} processes", task.id());
	}

	private void updateRunning() {
		List<OwnedTask> now = new ArrayList<>();
		for (OwnedTask task : this.tasks.values()) {
			if (task.running()) {
				now.add(task);
			}
		}
		this.running = now;
	}

	/**
	 * The tasks that process. The list is replaced, never changed.
	 */
	List<OwnedTask> running() {
		return this.running;
	}

	Collection<OwnedTask> all() {
		return this.tasks.values();
	}

	/**
	 * What tasks wait for.
	 */
	List<Waiting> waiting() {
		return this.opening.waiting(this.running);
	}

	/**
	 * Whether the group lets its members process.
	 */
	boolean ready() {
		return this.ready;
	}

	/**
	 * Whether there's no task at all.
	 */
	boolean none() {
		return this.unmade.isEmpty() && this.tasks.isEmpty();
	}

	/**
	 * Whether no task has to be brought on its way.
	 */
	boolean allRunning() {
		return this.unmade.isEmpty() && this.running.size() == this.tasks.size();
	}

	/**
	 * Whether changelogs are being read, so that there's a poll to wait in.
	 */
	boolean restoring() {
		return this.restoration.reading();
	}

	ThreadState threadState() {
		if (!this.assigned) {
			return ThreadState.STARTING;
		}
		return (this.ready && allRunning()) ? ThreadState.RUNNING : ThreadState.RESTORING;
	}

	/**
	 * Whether anything a status shows has changed since the last call.
	 */
	boolean takeChanged() {
		boolean result = this.changed;
		this.changed = false;
		return result;
	}

}
