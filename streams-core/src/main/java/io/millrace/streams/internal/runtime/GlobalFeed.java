package io.millrace.streams.internal.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.internal.restore.RestoringTask;
import io.millrace.streams.internal.task.Changelog;
import io.millrace.streams.internal.task.GlobalTask;
import io.millrace.streams.monitor.ApplicationStatus.PartitionStatus;
import io.millrace.streams.monitor.ApplicationStatus.TaskStatus;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A global store in the hands of its thread: the partitions of its topic, how far each
 * was read, and what went wrong with its state. Lets the restore room drive it. Used by
 * {@link GlobalStores}.
 */
final class GlobalFeed implements RestoringTask {

	private final GlobalTask task;

	private final Set<TopicPartition> partitions = new HashSet<>();

	private final Map<TopicPartition, Long> positions = new HashMap<>();

	private final Map<TopicPartition, Long> remaining = new HashMap<>();

	private @Nullable RuntimeException failure;

	private long restored;

	private long estimatedMillis = -1;

	GlobalFeed(GlobalTask task) {
		this.task = task;
	}

	GlobalTask task() {
		return this.task;
	}

	String store() {
		return this.task.store();
	}

	/**
	 * How many partitions the topic has.
	 */
	void partitions(int count) {
		this.partitions.clear();
		for (int i = 0; i < count; i++) {
			this.partitions.add(new TopicPartition(this.task.topic(), i));
		}
	}

	/**
	 * The offsets to read on from.
	 */
	Map<TopicPartition, Long> positions() {
		return this.positions;
	}

	/**
	 * What went wrong with its state; null if nothing did.
	 */
	@Nullable RuntimeException failure() {
		RuntimeException damage = this.task.damage();
		return (damage != null) ? damage : this.failure;
	}

	/**
	 * Its engine was closed.
	 */
	void forgetFailure() {
		this.failure = null;
		this.positions.clear();
		this.remaining.clear();
		this.restored = 0;
		this.estimatedMillis = -1;
	}

	/**
	 * Takes in records of a partition; they show after {@link #show}.
	 */
	void take(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		unlessFailed(() -> this.task.process(partition, records, position));
		this.positions.put(partition, position);
	}

	/**
	 * Shows what was taken in.
	 */
	void show() {
		unlessFailed(() -> this.task.publish(false));
	}

	/**
	 * There are none if it can't be told how far they were read: the store is opened
	 * again then.
	 */
	@Override
	public List<Changelog> changelogs() {
		List<Changelog> changelogs = new ArrayList<>();
		unlessFailed(() -> changelogs.addAll(this.task.changelogs(this.partitions)));
		return changelogs;
	}

	@Override
	public OptionalLong limit(TopicPartition changelog) {
		return OptionalLong.empty();
	}

	@Override
	public void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		unlessFailed(() -> {
			this.task.process(changelog, records, position);
			this.task.publish(true);
		});
		this.positions.put(changelog, position);
		this.restored += records.size();
	}

	@Override
	public void endRestore(TopicPartition changelog) {
		unlessFailed(this.task::endRestore);
	}

	@Override
	public void restoreProgress(TopicPartition changelog, long offsets, long millis) {
		this.remaining.put(changelog, offsets);
		this.estimatedMillis = millis;
	}

	@Override
	public void clearState() {
		this.restored = 0;
		unlessFailed(this.task::clear);
	}

	/**
	 * Changes the state; if that fails, others that are being restored go on.
	 */
	private void unlessFailed(Runnable change) {
		if (failure() == null) {
			try {
				change.run();
			}
			catch (ProcessorStateException | StateStoreMigratedException ex) {
				this.failure = ex;
			}
		}
	}

	/**
	 * Offsets still to go, -1 if that isn't known.
	 */
	long remaining() {
		long sum = 0;
		for (TopicPartition partition : this.partitions) {
			long left = this.remaining.getOrDefault(partition, -1L);
			if (left < 0) {
				return -1;
			}
			sum += left;
		}
		return this.partitions.isEmpty() ? -1 : sum;
	}

	TaskStatus status(GlobalStoreStates.Phase phase, ToLongFunction<TopicPartition> lag) {
		String state = switch (phase) {
			case CLOSED -> "CREATED";
			case RESTORING -> "RESTORING";
			case RUNNING -> "RUNNING";
		};
		List<PartitionStatus> read = this.partitions.stream()
			.map((partition) -> new PartitionStatus(partition.topic(), partition.partition(),
					this.positions.getOrDefault(partition, -1L), lag.applyAsLong(partition)))
			.toList();
		boolean open = phase != GlobalStoreStates.Phase.CLOSED && failure() == null;
		return new TaskStatus("global/" + store(), state, read,
				open ? List.of(this.task.status(this.restored, remaining(), this.estimatedMillis)) : List.of());
	}

}
