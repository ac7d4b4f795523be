package io.millrace.streams.internal.restore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

import io.millrace.streams.internal.task.Changelog;
import io.millrace.streams.processor.StateRestoreListener;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the tasks of one thread from their changelogs, a short step at a time, so that
 * other tasks go on meanwhile. What a step means for a changelog is decided by
 * {@link ChangelogProgress}; this is the shell with the clients. Called by the thread's
 * loop only.
 */
public final class Restoration implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Restoration.class);

	private static final long RETRY_MILLIS = 200;

	private final Supplier<Consumer<byte[], byte[]>> consumerFactory;

	private final Admin admin;

	private final Supplier<@Nullable StateRestoreListener> listener;

	private final Map<TopicPartition, Entry> entries = new LinkedHashMap<>();

	private final Map<RestoringTask, Set<TopicPartition>> tasks = new HashMap<>();

	private @Nullable Consumer<byte[], byte[]> consumer;

	private @Nullable ChangelogOffsets asked;

	private long askAt = Long.MIN_VALUE;

	private boolean assignmentChanged;

	/**
	 * Makes it; no client is made before it's needed.
	 * @param consumerFactory makes a read-committed consumer without a group
	 * @param admin asks for offsets; its owner closes it
	 * @param listener the user's listener, if there is one
	 */
	public Restoration(Supplier<Consumer<byte[], byte[]>> consumerFactory, Admin admin,
			Supplier<@Nullable StateRestoreListener> listener) {
		this.consumerFactory = consumerFactory;
		this.admin = admin;
		this.listener = listener;
	}

	/**
	 * Begins with a task.
	 * @param task the task, opened
	 */
	public void add(RestoringTask task) {
		Set<TopicPartition> partitions = new HashSet<>();
		for (Changelog changelog : task.changelogs()) {
			TopicPartition partition = changelog.partition();
			partitions.add(partition);
			this.entries.put(partition, new Entry(task, changelog.store(), partition,
					new ChangelogProgress(changelog, task.limit(partition)), changelog.lastWritten() != null));
			task.restoreProgress(partition, -1, -1);
		}
		this.tasks.put(task, partitions);
		this.askAt = Long.MIN_VALUE;
	}

	/**
	 * Forgets a task that is closed, restored or not.
	 * @param task the task
	 */
	public void remove(RestoringTask task) {
		Set<TopicPartition> partitions = this.tasks.remove(task);
		if (partitions == null) {
			return;
		}
		for (TopicPartition partition : partitions) {
			Entry entry = this.entries.remove(partition);
			if (entry != null && entry.progress.state() == ChangelogProgress.State.READING) {
				StateRestoreListener restoreListener = this.listener.get();
				if (restoreListener != null) {
					restoreListener.onRestoreSuspended(partition, entry.store, entry.progress.restored());
				}
			}
		}
		// The changelog may have grown by the time it is asked for again: its owner since
		// then was another.
		this.asked = null;
		this.assignmentChanged = true;
		if (this.entries.isEmpty()) {
			// Nobody takes a step any more, and nothing must be fetched meanwhile.
			assign();
		}
	}

	/**
	 * Whether a task's state is complete.
	 * @param task a task that was added
	 */
	public boolean complete(RestoringTask task) {
		Set<TopicPartition> partitions = this.tasks.get(task);
		if (partitions == null) {
			return false;
		}
		for (TopicPartition partition : partitions) {
			Entry entry = this.entries.get(partition);
			if (entry == null || entry.progress.state() != ChangelogProgress.State.DONE) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether anything is left to restore.
	 */
	public boolean active() {
		for (Entry entry : this.entries.values()) {
			if (entry.progress.state() != ChangelogProgress.State.DONE) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether changelogs are being read: a step may wait for records then.
	 */
	public boolean reading() {
		if (this.consumer != null) {
			for (Entry entry : this.entries.values()) {
				if (entry.progress.state() == ChangelogProgress.State.READING) {
					return true;
				}
			}
		}
		return false;
	}

	/**
	 * Goes a step on.
	 * @param timeout how long to wait for records
	 * @param now milliseconds
	 */
	public void step(Duration timeout, long now) {
		locate(now);
		if (this.assignmentChanged) {
			assign();
		}
		Consumer<byte[], byte[]> restoring = this.consumer;
		if (restoring == null || restoring.assignment().isEmpty()) {
			return;
		}
		try {
			apply(restoring, restoring.poll(timeout), now);
		}
		catch (OffsetOutOfRangeException ex) {
			// Records were deleted between the question where the changelog begins and
			// reading there.
			Set<RestoringTask> affected = new HashSet<>();
			for (TopicPartition partition : ex.partitions()) {
				Entry entry = this.entries.get(partition);
				if (entry != null) {
					affected.add(entry.task);
				}
			}
			affected.forEach(this::startOver);
		}
	}

	private void locate(long now) {
		ChangelogOffsets answers = this.asked;
		if (answers == null) {
			Set<TopicPartition> unlocated = new HashSet<>();
			Set<String> settled = new HashSet<>();
			this.entries.forEach((partition, entry) -> {
				if (entry.progress.state() == ChangelogProgress.State.UNLOCATED) {
					unlocated.add(partition);
					if (entry.old) {
						settled.add(partition.topic());
					}
				}
			});
			if (!unlocated.isEmpty() && now >= this.askAt) {
				this.asked = ChangelogOffsets.ask(this.admin, unlocated, settled);
			}
			return;
		}
		if (!answers.complete()) {
			return;
		}
		this.asked = null;
		this.askAt = now + RETRY_MILLIS;
		Set<RestoringTask> misfits = new HashSet<>();
		for (TopicPartition partition : answers.partitions()) {
			Entry entry = this.entries.get(partition);
			ChangelogOffsets.Range range = answers.range(partition);
			if (range != null && entry != null && entry.progress.state() == ChangelogProgress.State.UNLOCATED) {
				begin(entry, range, now);
				if (entry.progress.state() == ChangelogProgress.State.UNLOCATED) {
					misfits.add(entry.task);
				}
			}
		}
		misfits.forEach(this::startOver);
	}

	private void begin(Entry entry, ChangelogOffsets.Range range, long now) {
		ChangelogProgress progress = entry.progress;
		ChangelogProgress.Decision decision = progress.located(range.earliest(), range.latest(), range.deletesKept(),
				now);
		StateRestoreListener restoreListener = this.listener.get();
		switch (decision) {
			case READ -> {
				this.assignmentChanged = true;
				entry.task.restoreProgress(entry.partition, progress.remaining(), -1);
				if (restoreListener != null) {
					restoreListener.onRestoreStart(entry.partition, entry.store, progress.position(),
							progress.target());
				}
			}
			case DONE -> {
				// Even an empty changelog gives the state an offset to go on from.
				entry.task.restore(entry.partition, List.of(), progress.position());
				entry.task.endRestore(entry.partition);
				entry.task.restoreProgress(entry.partition, 0, 0);
			}
			case START_OVER -> logger.warn(
					"The local state of store {} doesn't fit its changelog {}, which has the"
							+ " offsets {} to {}: it's restored from the beginning",
					entry.store, entry.partition, range.earliest(), range.latest());
			case START_OVER_STALE -> logger.warn(
					"The local state of store {} wasn't used for longer than its changelog {} keeps records that"
							+ " delete keys ({} is {}): it's restored from the beginning",
					entry.store, entry.partition, TopicConfig.DELETE_RETENTION_MS_CONFIG, range.deletesKept());
		}
	}

	private void startOver(RestoringTask task) {
		remove(task);
		task.clearState();
		add(task);
	}

	private void assign() {
		this.assignmentChanged = false;
		Set<TopicPartition> reading = new HashSet<>();
		this.entries.forEach((partition, entry) -> {
			if (entry.progress.state() == ChangelogProgress.State.READING) {
				reading.add(partition);
			}
		});
		Consumer<byte[], byte[]> restoring = this.consumer;
		if (restoring == null) {
			if (reading.isEmpty()) {
				return;
			}
			restoring = this.consumerFactory.get();
			this.consumer = restoring;
		}
		restoring.assign(reading);
		for (TopicPartition partition : reading) {
			Entry entry = this.entries.get(partition);
			if (entry != null && !entry.positioned) {
				restoring.seek(partition, entry.progress.position());
				entry.positioned = true;
			}
		}
	}

	private void apply(Consumer<byte[], byte[]> restoring, ConsumerRecords<byte[], byte[]> records, long now) {
		StateRestoreListener restoreListener = this.listener.get();
		for (TopicPartition partition : restoring.assignment()) {
			Entry entry = this.entries.get(partition);
			if (entry == null || entry.progress.state() != ChangelogProgress.State.READING) {
				continue;
			}
			long position = restoring.position(partition);
			if (position <= entry.progress.position()) {
				continue;
			}
			ChangelogProgress progress = entry.progress;
			List<ConsumerRecord<byte[], byte[]>> batch = upTo(progress.target(), records.records(partition),
					entry.limited);
			boolean done = progress.advanced(batch.size(), position);
			entry.task.restore(partition, batch, entry.limited ? progress.position() : position);
			entry.task.restoreProgress(partition, progress.remaining(), progress.estimatedMillis(now));
			if (restoreListener != null && !batch.isEmpty()) {
				restoreListener.onBatchRestored(partition, entry.store, progress.position(), batch.size());
			}
			if (done) {
				this.assignmentChanged = true;
				entry.task.endRestore(partition);
				if (restoreListener != null) {
					restoreListener.onRestoreEnd(partition, entry.store, progress.restored());
				}
			}
		}
	}

	private static List<ConsumerRecord<byte[], byte[]>> upTo(long target, List<ConsumerRecord<byte[], byte[]>> records,
			boolean limited) {
		if (!limited || records.isEmpty() || records.get(records.size() - 1).offset() < target) {
			return records;
		}
		List<ConsumerRecord<byte[], byte[]>> kept = new ArrayList<>();
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.offset() < target) {
				kept.add(record);
			}
		}
		return kept;
	}

	@Override
	public void close() {
		this.entries.clear();
		this.tasks.clear();
		if (this.consumer != null) {
			this.consumer.close();
			this.consumer = null;
		}
	}

	private static final class Entry {

		private final RestoringTask task;

		private final String store;

		private final TopicPartition partition;

		private final ChangelogProgress progress;

		private final boolean limited;

		/** Whether there is state from before. */
		private final boolean old;

		private boolean positioned;

		Entry(RestoringTask task, String store, TopicPartition partition, ChangelogProgress progress, boolean old) {
			this.old = old;
			this.task = task;
			this.store = store;
			this.partition = partition;
			this.progress = progress;
			OptionalLong limit = task.limit(partition);
			this.limited = limit.isPresent();
		}

	}

}
