package io.millrace.streams.internal.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.millrace.streams.internal.store.InputPosition;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.internal.topology.NodeSpec;
import io.millrace.streams.processor.TaskId;
import io.millrace.streams.processor.TimestampExtractor;
import io.millrace.streams.query.Position;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next record of a task among its input partitions: the one with the lowest
 * timestamp, once every partition either has a record ready or is known to have none.
 * Owned by {@link StreamTask}.
 */
final class RecordQueues implements InputPosition {

	private final Map<TopicPartition, PartitionQueue> byPartition = new HashMap<>();

	private final Set<TopicPartition> partitions;

	private final List<PartitionQueue> queues = new ArrayList<>();

	private final int partition;

	private final long maxIdleMillis;

	private long idleSince = -1;

	/** What {@link PartitionQueue#committedPosition()} was at the last commit. */
	private volatile long[] committedPositions = {};

	/**
	 * Makes the queues.
	 * @param partition the number of the task
	 * @param maxIdleMillis how long to wait for a partition that has no record at the
	 * broker either; negative not to wait for records that the broker has
	 */
	RecordQueues(int partition, List<PartitionQueue> queues, long maxIdleMillis) {
		this.partition = partition;
		this.queues.addAll(queues);
		this.maxIdleMillis = maxIdleMillis;
		queues.forEach((queue) -> this.byPartition.put(queue.partition(), queue));
		this.partitions = Set.copyOf(this.byPartition.keySet());
	}

	/**
	 * Makes the queues of a task.
	 */
	static RecordQueues of(TaskId task, CompiledTopology.Subtopology subtopology, TaskEnvironment environment,
			OperatorGraph operators, BadRecords badRecords) {
		List<PartitionQueue> found = new ArrayList<>();
		for (NodeSpec node : subtopology.nodes()) {
			if (node instanceof NodeSpec.Source source) {
				TimestampExtractor extractor = (source.timestampExtractor() != null) ? source.timestampExtractor()
						: environment.config().defaultTimestampExtractor();
				for (String topic : inputTopics(task, subtopology, source, environment.producer())) {
					found.add(new PartitionQueue(new TopicPartition(topic, task.partition()), operators.sourceOf(topic),
							extractor, badRecords));
				}
			}
		}
		return new RecordQueues(task.partition(), found, environment.config().maxTaskIdleMs());
	}

	/**
	 * Topics read without being co-partitioned may differ in their number of partitions;
	 * the task goes without those that don't reach its number.
	 */
	private static List<String> inputTopics(TaskId task, CompiledTopology.Subtopology subtopology,
			NodeSpec.Source source, TaskProducer producer) {
		int topics = subtopology.sourceTopics().size() + subtopology.repartitionSourceTopics().size();
		if (topics == 1) {
			return source.topics();
		}
		return source.topics().stream().filter((topic) -> task.partition() < producer.partitionCount(topic)).toList();
	}

	Set<TopicPartition> partitions() {
		return this.partitions;
	}

	List<PartitionQueue> all() {
		return this.queues;
	}

	PartitionQueue of(TopicPartition partition) {
		PartitionQueue queue = this.byPartition.get(partition);
		if (queue == null) {
			throw new IllegalArgumentException("Partition " + partition + " isn't an input of this task");
		}
		return queue;
	}

	/**
	 * Starts a batch: what was known of the broker's records may have changed by now.
	 */
	void startBatch() {
		for (int i = 0; i < this.queues.size(); i++) {
			this.queues.get(i).exhausted(false);
		}
	}

	/**
	 * The queue whose ready record comes next.
	 * @return the queue, or null if none is ready
	 */
	@Nullable PartitionQueue next() {
		PartitionQueue next = null;
		for (int i = 0; i < this.queues.size(); i++) {
			PartitionQueue queue = this.queues.get(i);
			if (queue.ready() && (next == null || queue.headTimestamp() < next.headTimestamp())) {
				next = queue;
			}
		}
		return next;
	}

	boolean allReady() {
		for (int i = 0; i < this.queues.size(); i++) {
			if (!this.queues.get(i).ready()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether processing may go on although some partition has no record ready.
	 * @param wallClock milliseconds since the epoch
	 * @param lag records that the broker has beyond the last poll, -1 if not known
	 * @return false to wait for records of that partition
	 */
	boolean mayGoOnWithout(long wallClock, ToLongFunction<TopicPartition> lag) {
		if (this.maxIdleMillis < 0) {
			return true;
		}
		boolean someReady = false;
		for (PartitionQueue queue : this.queues) {
			if (queue.ready()) {
				someReady = true;
			}
			else if (!queue.exhausted() && lag.applyAsLong(queue.partition()) != 0) {
				this.idleSince = -1;
				return false;
			}
			else {
				queue.exhausted(true);
			}
		}
		if (!someReady || this.maxIdleMillis == 0) {
			return someReady;
		}
		if (this.idleSince < 0) {
			this.idleSince = wallClock;
		}
		return wallClock - this.idleSince >= this.maxIdleMillis;
	}

	/**
	 * Whether nothing is left, neither here nor at the broker.
	 * @param lag records of a partition that the broker has beyond the last poll, -1 if
	 * not known
	 */
	boolean drained(ToLongFunction<TopicPartition> lag) {
		for (int i = 0; i < this.queues.size(); i++) {
			PartitionQueue queue = this.queues.get(i);
			if (queue.size() > 0 || (!queue.exhausted() && lag.applyAsLong(queue.partition()) != 0)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * What was taken so far is committed, and what became of it is to be seen.
	 */
	void markCommitted() {
		boolean moved = false;
		for (PartitionQueue queue : this.queues) {
			moved |= queue.movedSinceCommit();
			queue.committed();
		}
		if (moved) {
			publishCommitted();
		}
	}

	/**
	 * Takes over what the last commit says.
	 * @param offsets the committed offsets of partitions that have one
	 */
	void startFrom(Map<TopicPartition, OffsetAndMetadata> offsets) {
		this.queues.forEach((queue) -> queue.startFrom(offsets.get(queue.partition())));
		publishCommitted();
	}

	private void publishCommitted() {
		long[] offsets = new long[this.queues.size()];
		for (int i = 0; i < offsets.length; i++) {
			offsets[i] = this.queues.get(i).committedPosition();
		}
		this.committedPositions = offsets;
	}

	@Override
	public Integer partition() {
		return this.partition;
	}

	@Override
	public Position committed() {
		Position position = Position.emptyPosition();
		long[] offsets = this.committedPositions;
		for (int i = 0; i < offsets.length; i++) {
			add(position, this.queues.get(i).partition(), offsets[i]);
		}
		return position;
	}

	@Override
	public Position current() {
		Position position = Position.emptyPosition();
		this.queues.forEach((queue) -> add(position, queue.partition(), queue.position()));
		return position;
	}

	private static void add(Position position, TopicPartition partition, long next) {
		if (next > 0) {
			position.withComponent(partition.topic(), partition.partition(), next - 1);
		}
	}

	void resetIdle() {
		this.idleSince = -1;
	}

	long highestTime() {
		long time = StreamTime.UNKNOWN;
		for (PartitionQueue queue : this.queues) {
			time = Math.max(time, queue.time());
		}
		return time;
	}

}
