package io.millrace.streams.internal.restore;

import java.util.List;
import java.util.OptionalLong;

import io.millrace.streams.internal.task.Changelog;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A task, as far as restoration has to do with it. Called by the thread that owns the
 * task.
 */
public interface RestoringTask {

	/**
	 * What has to be restored.
	 * @return the changelogs, each with the offset the local state is at
	 */
	List<Changelog> changelogs();

	/**
	 * How far a changelog may be restored at most. An input topic that serves as a
	 * changelog holds records that haven't been processed yet.
	 * @param changelog the changelog
	 * @return the offset to stop before; empty to go to the end
	 */
	OptionalLong limit(TopicPartition changelog);

	/**
	 * Applies records.
	 * @param changelog the changelog
	 * @param records committed records in order; may be empty
	 * @param position the position behind them
	 */
	void restore(TopicPartition changelog, List<ConsumerRecord<byte[], byte[]>> records, long position);

	/**
	 * All records of a changelog are applied.
	 * @param changelog the changelog
	 */
	void endRestore(TopicPartition changelog);

	/**
	 * Tells how far it is.
	 * @param changelog the changelog
	 * @param remaining offsets still to go
	 * @param estimatedMillis how long that takes at the pace so far; -1 if not known
	 */
	void restoreProgress(TopicPartition changelog, long remaining, long estimatedMillis);

	/**
	 * Drops the state, so that all changelogs are restored from their beginnings.
	 */
	void clearState();

}
