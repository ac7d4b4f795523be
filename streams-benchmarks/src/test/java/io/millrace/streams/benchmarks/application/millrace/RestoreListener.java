package io.millrace.streams.benchmarks.application.millrace;

import io.millrace.streams.benchmarks.application.RestoreClock;
import io.millrace.streams.processor.StateRestoreListener;
import org.apache.kafka.common.TopicPartition;

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
