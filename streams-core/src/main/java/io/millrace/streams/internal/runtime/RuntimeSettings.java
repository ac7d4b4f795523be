package io.millrace.streams.internal.runtime;

import io.millrace.streams.StreamsConfig;

/**
 * The settings that the thread loop reads, taken from the configuration once. What isn't
 * set has its default here.
 *
 * @param threads how many threads process
 * @param pollMillis how long a poll waits at most when there's nothing to do
 * @param commitIntervalMillis how long to wait between two commits
 * @param bufferedRecordsPerPartition above how many waiting records a partition is paused
 * @param maxUncommittedBytes above how many bytes of uncommitted writes a commit comes
 * early; negative for no bound
 * @param taskTimeoutMillis how long commits may fail one after the other
 * @param retryBackoffMillis how long to wait after something failed
 * @param failOnMissingTopics whether a missing source topic is a failure
 */
record RuntimeSettings(int threads, long pollMillis, long commitIntervalMillis, int bufferedRecordsPerPartition,
		long maxUncommittedBytes, long taskTimeoutMillis, long retryBackoffMillis, boolean failOnMissingTopics) {

	private static final long RETRY_BACKOFF_MILLIS = 100;

	static RuntimeSettings of(StreamsConfig config) {
		return new RuntimeSettings(config.numStreamThreads(), config.pollMs(), config.commitIntervalMs(),
				config.bufferedRecordsPerPartition(), config.uncommittedMaxBytes(), config.taskTimeoutMs(),
				RETRY_BACKOFF_MILLIS, config.missingTopics() == StreamsConfig.MissingTopics.FAIL);
	}

}
