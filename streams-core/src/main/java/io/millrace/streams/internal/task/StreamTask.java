package io.millrace.streams.internal.task;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.internal.topology.CompiledTopology;
import io.millrace.streams.monitor.ApplicationStatus;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * One (subtopology, partition): its input queues, operators, stores and time. A thread of
 * the runtime, or the test driver, drives it through its life: {@link #open},
 * {@link #restore} until the changelogs are caught up, {@link #start}, then
 * {@link #enqueue}, {@link #process} and {@link #punctuate}, and the commit in steps. No
 * method but {@link #status} and {@link #readableStore} may be called by another thread.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class StreamTask implements AutoCloseable {

	/**
	 * Makes a task; nothing is opened.
	 */
	public StreamTask(TaskId id, CompiledTopology.Subtopology subtopology, TaskEnvironment environment) {
		throw new UnsupportedOperationException();
	}

	public TaskId id() {
		throw new UnsupportedOperationException();
	}

	/**
	 * The source partitions, repartition topics among them.
	 */
	public Set<TopicPartition> inputPartitions() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Opens the engine. After it {@link #changelogs()} says what has to be restored.
	 */
	public void open() {
		throw new UnsupportedOperationException();
	}

	/**
	 * The changelogs of the logged stores, each with the offset the engine is at.
	 */
	public List<Changelog> changelogs() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Applies changelog records.
	 * @param changelog the changelog partition
	 * @param records committed records in order; may be empty
	 * @param position the restoring consumer's position behind them
	 */
	public void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Tells how far restoration is, for the status only.
	 */
	public void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Drops the local content of all stores, so that they are restored from the
	 * beginning; {@link #changelogs()} has to be asked again.
	 */
	public void clearState() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Starts the operators; the stores are complete.
	 * @param committed the committed offsets of the input partitions; partitions without
	 * one are missing
	 */
	public void start(Map<TopicPartition, OffsetAndMetadata> committed) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Adds records polled from an input partition.
	 */
	public void enqueue(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
		throw new UnsupportedOperationException();
	}

	/**
	 * How many records of a partition wait to be processed.
	 */
	public int buffered(TopicPartition partition) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Processes waiting records in the order of their timestamps.
	 * @param maxRecords how many at most
	 * @param wallClock milliseconds since the epoch, read by the caller once a batch
	 * @param lag records of a partition that the broker has beyond the last poll, -1 if
	 * not known: with an empty queue and lag other than 0, the task waits for that
	 * partition (as max.task.idle.ms tells)
	 * @return how many records were taken, skipped ones included
	 */
	public int process(int maxRecords, long wallClock, ToLongFunction<TopicPartition> lag) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Calls punctuations that are due.
	 * @return whether any was called
	 */
	public boolean punctuate(long wallClock) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Whether a processor asked for a commit since the last one.
	 */
	public boolean commitRequested() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Whether anything happened since the last commit that has to be committed: records
	 * taken, results sent or stores written.
	 */
	public boolean commitNeeded() {
		throw new UnsupportedOperationException();
	}

	public long uncommittedBytes() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Step 1 of the commit: operators forward what they hold back.
	 */
	public void flushOperators() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Step 2: writes the last value of each key to the changelogs.
	 */
	public void writeChangelogs() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Step 3: what to commit for the input partitions, stream time in the metadata.
	 */
	public Map<TopicPartition, OffsetAndMetadata> offsetsToCommit() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Step 5, after the transaction committed: the writes move to the engine.
	 */
	public void publish() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Undoes everything since the last commit: drops overlays, queues and times.
	 * @return where to seek each input partition to; a partition from which nothing was
	 * taken since it was assigned and that has no committed offset is missing and keeps
	 * its position
	 */
	public Map<TopicPartition, Long> abort() {
		throw new UnsupportedOperationException();
	}

	/**
	 * The committed content of a store.
	 * @return the read-only store, or null if the task has none of that name or isn't
	 * running
	 */
	public @Nullable StateStore readableStore(String name) {
		throw new UnsupportedOperationException();
	}

	/**
	 * A snapshot, for any thread.
	 */
	public ApplicationStatus.TaskStatus status() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Closes operators, stores and the engine; uncommitted writes are gone.
	 */
	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}

}
