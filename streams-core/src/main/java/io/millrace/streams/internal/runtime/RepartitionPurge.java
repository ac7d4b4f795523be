package io.millrace.streams.internal.runtime;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records of repartition topics that are processed and committed, since these
 * topics have no retention of their own. Never goes beyond a committed offset. One a
 * thread, for the partitions of its tasks; never waits for the broker.
 */
final class RepartitionPurge {

	private static final Logger logger = LoggerFactory.getLogger(RepartitionPurge.class);

	private final Admin admin;

	private final Set<String> topics;

	private final long intervalMillis;

	private final Map<TopicPartition, Long> purged = new HashMap<>();

	private long dueAt;

	private final AtomicBoolean warned = new AtomicBoolean();

	/**
	 * Makes it.
	 * @param admin deletes records; its owner closes it
	 * @param topics the repartition topics
	 * @param intervalMillis how long to wait between two purges
	 * @param now milliseconds
	 */
	RepartitionPurge(Admin admin, Set<String> topics, long intervalMillis, long now) {
		this.admin = admin;
		this.topics = Set.copyOf(topics);
		this.intervalMillis = intervalMillis;
		this.dueAt = now + intervalMillis;
	}

	/**
	 * Called after a commit.
	 * @param tasks the tasks that process
	 * @param now milliseconds
	 */
	void committed(Collection<OwnedTask> tasks, long now) {
		if (this.topics.isEmpty() || now < this.dueAt) {
			return;
		}
		this.dueAt = now + this.intervalMillis;
		Map<TopicPartition, Long> offsets = new HashMap<>();
		for (OwnedTask task : tasks) {
			task.committed().forEach((partition, offset) -> add(offsets, partition, offset));
		}
		if (!offsets.isEmpty()) {
			delete(offsets);
		}
	}

	private void add(Map<TopicPartition, Long> offsets, TopicPartition partition, OffsetAndMetadata offset) {
		if (this.topics.contains(partition.topic()) && offset.offset() > this.purged.getOrDefault(partition, 0L)) {
			offsets.put(partition, offset.offset());
		}
	}

	// What becomes of it is logged.
	@SuppressWarnings("FutureReturnValueIgnored")
	private void delete(Map<TopicPartition, Long> offsets) {
		Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
		offsets.forEach((partition, offset) -> records.put(partition, RecordsToDelete.beforeOffset(offset)));
		this.purged.putAll(offsets);
		Map<TopicPartition, KafkaFuture<DeletedRecords>> answers = this.admin.deleteRecords(records).lowWatermarks();
		answers.forEach((partition, answer) -> answer.whenComplete((deleted, failure) -> {
			if (failure != null && this.warned.compareAndSet(false, true)) {
				logger.warn("Processed records of {} couldn't be deleted; it's tried again later", partition, failure);
			}
		}));
	}

}
