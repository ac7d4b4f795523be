package io.millrace.streams.processor;

import org.apache.kafka.common.TopicPartition;

/**
 * Told how the restoration of stores gets on. One instance serves all threads at once, so
 * it has to be thread-safe; a call should not take long, since restoration waits for it.
 */
public interface StateRestoreListener {

	/**
	 * A store's restoration starts.
	 * @param topicPartition the partition of the changelog
	 * @param storeName the store
	 * @param startingOffset the first offset to be read
	 * @param endingOffset the offset at which restoration ends, exclusive
	 */
	void onRestoreStart(TopicPartition topicPartition, String storeName, long startingOffset, long endingOffset);

	/**
	 * Some records are restored.
	 * @param topicPartition the partition of the changelog
	 * @param storeName the store
	 * @param batchEndOffset the highest offset restored
	 * @param numRestored how many records this call is about
	 */
	void onBatchRestored(TopicPartition topicPartition, String storeName, long batchEndOffset, long numRestored);

	/**
	 * A store is complete.
	 * @param topicPartition the partition of the changelog
	 * @param storeName the store
	 * @param totalRestored how many records were restored since the start
	 */
	void onRestoreEnd(TopicPartition topicPartition, String storeName, long totalRestored);

	/**
	 * Restoration stops before the store is complete, because the task moved away. Does
	 * nothing unless overridden.
	 * @param topicPartition the partition of the changelog
	 * @param storeName the store
	 * @param totalRestored how many records were restored since the start
	 */
	default void onRestoreSuspended(TopicPartition topicPartition, String storeName, long totalRestored) {
	}

}
