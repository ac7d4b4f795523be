package io.millrace.streams.internal.runtime;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.internal.commit.CommitParticipant;
import io.millrace.streams.internal.restore.RestoringTask;
import io.millrace.streams.internal.store.TopicIdentities;
import io.millrace.streams.internal.task.Changelog;
import io.millrace.streams.internal.task.StreamTask;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A task in the hands of a thread: how far it is on its way to processing, what was
 * committed for it, and which of its partitions are held back because enough of their
 * records wait. Lets the commit and restore rooms drive the task. Used by
 * {@link AssignedTasks}.
 */
final class OwnedTask implements CommitParticipant, RestoringTask {

	private final StreamTask task;

	private final Set<TopicPartition> heldBack = new HashSet<>();

	/**
	 * The first offset polled of partitions without a committed one: where to go back to
	 * after an abort.
	 */
	private final Map<TopicPartition, Long> firstPolled;

	private Phase phase = Phase.CREATED;

	private volatile Map<TopicPartition, OffsetAndMetadata> committed = Map.of();

	private Map<TopicPartition, OffsetAndMetadata> committing = Map.of();

	private @Nullable RuntimeException failure;

	/**
	 * Wraps a task.
	 * @param task the task, not opened
	 * @param firstPolled what is known of positions from an earlier life of the task in
	 * this thread
	 */
	OwnedTask(StreamTask task, Map<TopicPartition, Long> firstPolled) {
		this.task = task;
		this.firstPolled = new HashMap<>(firstPolled);
	}

	StreamTask task() {
		return this.task;
	}

	TaskId id() {
		return this.task.id();
	}

	Phase phase() {
		return this.phase;
	}

	boolean running() {
		return this.phase == Phase.RUNNING;
	}

	void open(TopicIdentities changelogs) {
		this.task.open(changelogs);
		this.phase = Phase.OPENED;
	}

	/**
	 * What went wrong with its state while that was restored; null if nothing did.
	 */
	@Nullable RuntimeException failure() {
		return this.failure;
	}

	/**
	 * The group told the committed offsets.
	 * @param offsets the offsets of its partitions; those without one are missing
	 */
	void located(Map<TopicPartition, OffsetAndMetadata> offsets) {
		this.committed = Map.copyOf(offsets);
		this.phase = Phase.RESTORING;
	}

	void start() {
		this.task.start(this.committed);
		this.phase = Phase.RUNNING;
	}

	Map<TopicPartition, OffsetAndMetadata> committed() {
		return this.committed;
	}

	Map<TopicPartition, Long> firstPolled() {
		return this.firstPolled;
	}

	/**
	 * Where to read on if the task begins again.
	 * @param partition an input partition
	 * @return the offset, or null if there's none yet and the reset policy decides
	 */
	@Nullable Long startOffset(TopicPartition partition) {
		OffsetAndMetadata offset = this.committed.get(partition);
		return (offset != null) ? Long.valueOf(offset.offset()) : this.firstPolled.get(partition);
	}

	void polled(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
		if (!this.committed.containsKey(partition)) {
			this.firstPolled.putIfAbsent(partition, records.get(0).offset());
		}
		if (this.phase == Phase.RUNNING) {
			this.task.enqueue(partition, records);
		}
	}

	/**
	 * Pauses partitions of which too many records wait for the next poll to bring more,
	 * and lets those go on of which few enough do.
	 * @param limit above how many waiting records a partition is paused
	 * @param consumer who polls
	 */
	void holdBack(int limit, Consumer<byte[], byte[]> consumer) {
		for (TopicPartition partition : this.task.inputPartitions()) {
			if (this.task.buffered(partition) > limit) {
				if (this.heldBack.add(partition)) {
					consumer.pause(Set.of(partition));
				}
			}
			else if (this.heldBack.remove(partition)) {
				consumer.resume(Set.of(partition));
			}
		}
	}

	@Override
	public boolean commitNeeded() {
		return this.task.commitNeeded();
	}

	@Override
	public void flushOperators() {
		this.task.flushOperators();
	}

	@Override
	public void writeChangelogs() {
		this.task.writeChangelogs();
	}

	@Override
	public Map<TopicPartition, OffsetAndMetadata> offsetsToCommit() {
		this.committing = this.task.offsetsToCommit();
		return this.committing;
	}

	@Override
	public void publish() {
		if (!this.committing.isEmpty()) {
			Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>(this.committed);
			all.putAll(this.committing);
			this.committed = all;
			this.firstPolled.keySet().removeAll(this.committing.keySet());
		}
		this.task.publish();
	}

	@Override
	public boolean watchesSends() {
		return this.task.watchesSends();
	}

	@Override
	public long firstSendFailure(Predicate<Exception> ofRecord) {
		return this.task.firstSendFailure(ofRecord);
	}

	@Override
	public RuntimeException judgeSendFailure(Predicate<Exception> ofRecord) {
		return this.task.judgeSendFailure(ofRecord);
	}

	@Override
	public Map<TopicPartition, Long> abort() {
		Map<TopicPartition, Long> positions = new HashMap<>(this.firstPolled);
		positions.putAll(this.task.abort());
		return positions;
	}

	@Override
	public List<Changelog> changelogs() {
		return this.task.changelogs();
	}

	@Override
	public OptionalLong limit(TopicPartition changelog) {
		if (!this.task.inputPartitions().contains(changelog)) {
			return OptionalLong.empty();
		}
		OffsetAndMetadata offset = this.committed.get(changelog);
		return OptionalLong.of((offset != null) ? offset.offset() : 0);
	}

	@Override
	public void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		unlessFailed(() -> this.task.restore(changelog, records, position));
	}

	@Override
	public void endRestore(TopicPartition changelog) {
		unlessFailed(this.task::endRestore);
	}

	@Override
	public void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis) {
		this.task.restoreProgress(changelog, remaining, estimatedMillis);
	}

	@Override
	public void clearState() {
		unlessFailed(this.task::clearState);
	}

	/**
	 * Changes the state; if that fails, others that are being restored go on.
	 */
	private void unlessFailed(Runnable change) {
		if (this.failure == null) {
			try {
				change.run();
			}
			catch (ProcessorStateException ex) {
				this.failure = ex;
			}
		}
	}

	/**
	 * How far a task is.
	 */
	enum Phase {

		/** Assigned, nothing opened. */
		CREATED,
		/** Its state is open; what the group committed isn't known. */
		OPENED,
		/** Its state is being completed. */
		RESTORING,
		/** It processes. */
		RUNNING

	}

}
