package io.millrace.streams.internal.runtime;

import io.millrace.streams.StreamsConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.jspecify.annotations.Nullable;

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

	static RuntimeSettings of(StreamsConfig config) {
		return new RuntimeSettings((int) number(config, "num.stream.threads", 1), number(config, "poll.ms", 100),
				number(config, "commit.interval.ms", 100), (int) number(config, "buffered.records.per.partition", 1000),
				number(config, "statestore.uncommitted.max.bytes", 64 * 1024 * 1024),
				number(config, "task.timeout.ms", 300_000), number(config, "retry.backoff.ms", 100),
				"fail".equalsIgnoreCase(String.valueOf(value(config, "missing.topics"))));
	}

	private static long number(AbstractConfig config, String name, long otherwise) {
		Object value = value(config, name);
		if (value instanceof Number number) {
			return number.longValue();
		}
		return (value != null) ? Long.parseLong(value.toString().strip()) : otherwise;
	}

	private static @Nullable Object value(AbstractConfig config, String name) {
		Object parsed = config.values().get(name);
		return (parsed != null) ? parsed : config.originals().get(name);
	}

}
