package io.millrace.streams.internal.runtime;

import io.millrace.streams.processor.StateRestoreListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Tells a probe of restoration, then the user's listener. Called by restoration.
 *
 * @param probe the probe
 * @param user the user's listener, if there is one
 */
record ProbedRestoreListener(RuntimeProbe probe, @Nullable StateRestoreListener user) implements StateRestoreListener {

	@Override
	public void onRestoreStart(TopicPartition topicPartition, String storeName, long startingOffset,
			long endingOffset) {
		if (this.user != null) {
			this.user.onRestoreStart(topicPartition, storeName, startingOffset, endingOffset);
		}
	}

	@Override
	public void onBatchRestored(TopicPartition topicPartition, String storeName, long batchEndOffset,
			long numRestored) {
		this.probe.restored(topicPartition, batchEndOffset);
		if (this.user != null) {
			this.user.onBatchRestored(topicPartition, storeName, batchEndOffset, numRestored);
		}
	}

	@Override
	public void onRestoreEnd(TopicPartition topicPartition, String storeName, long totalRestored) {
		if (this.user != null) {
			this.user.onRestoreEnd(topicPartition, storeName, totalRestored);
		}
	}

	@Override
	public void onRestoreSuspended(TopicPartition topicPartition, String storeName, long totalRestored) {
		if (this.user != null) {
			this.user.onRestoreSuspended(topicPartition, storeName, totalRestored);
		}
	}

}
