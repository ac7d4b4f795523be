package io.millrace.streams.benchmarks.application.kafkastreams;

import io.millrace.streams.benchmarks.application.RestoreClock;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Tells the clock when restoring starts and ends.
 */
final class RestoreListener implements StateRestoreListener {

	private final RestoreClock clock = new RestoreClock();

	@Override
	public void onRestoreStart(TopicPartition partition, String store, long start, long end) {
		this.clock.started();
	}

	@Override
	public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
	}

	@Override
	public void onRestoreEnd(TopicPartition partition, String store, long total) {
		this.clock.ended(total);
	}

}
