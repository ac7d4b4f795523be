package io.millrace.streams.spring.boot.autoconfigure;

import java.time.Duration;
import java.util.Map;

import io.millrace.streams.errors.DeserializationExceptionHandler;
import io.millrace.streams.errors.ProcessingExceptionHandler;
import io.millrace.streams.errors.ProductionExceptionHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties of stream-processing applications.
 *
 * @param enabled Whether topologies are run.
 * @param applicationId Application id: names the group, the internal topics and the
 * transactions. Defaults to the value of "spring.application.name"; with several
 * topologies, each one's bean name is appended.
 * @param processingGuarantee What holds for outputs, state and consumed offsets if
 * something fails.
 * @param threads Number of processing threads of one application instance.
 * @param commitInterval Time between commits, and so how long results stay invisible to
 * readers of committed data.
 * @param transactionTimeout Time after which the broker aborts a transaction that was
 * left open, by a process that died for instance. Must exceed the commit interval.
 * @param state Where and how state is kept.
 * @param autoStartup Whether applications start with the context.
 * @param missingTopics What happens while an input topic doesn't exist.
 * @param onError What happens to a record that can't be deserialised or processed.
 * @param deadLetterTopic Topic that records go to with an on-error policy of
 * "dead-letter".
 * @param deserializationExceptionHandler Handler that decides about records that can't be
 * deserialised, in place of the on-error policy.
 * @param processingExceptionHandler Handler that decides about records that an operator
 * fails at, in place of the on-error policy.
 * @param productionExceptionHandler Handler that decides about results that can't be
 * serialised or sent, in place of the on-error policy.
 * @param producer Settings of the producers.
 * @param consumer Settings of the consumers.
 * @param properties Settings passed to the runtime as they are; one given here wins over
 * a named property.
 * @param applications Settings by name of topology bean; each wins over the common one.
 */
@ConfigurationProperties("streams")
public record StreamsProperties(@DefaultValue("true") boolean enabled, @Nullable String applicationId,
		@Nullable ProcessingGuarantee processingGuarantee, @Nullable Integer threads, @Nullable Duration commitInterval,
		@Nullable Duration transactionTimeout, @Nullable State state, @Nullable Boolean autoStartup,
		@Nullable MissingTopics missingTopics, @Nullable OnError onError, @Nullable String deadLetterTopic,
		@Nullable Class<? extends DeserializationExceptionHandler> deserializationExceptionHandler,
		@Nullable Class<? extends ProcessingExceptionHandler> processingExceptionHandler,
		@Nullable Class<? extends ProductionExceptionHandler> productionExceptionHandler,
		@DefaultValue Map<String, String> producer, @DefaultValue Map<String, String> consumer,
		@DefaultValue Map<String, String> properties, @DefaultValue Map<String, Application> applications) {

	/**
	 * What applies to every topology.
	 * @return the common settings
	 */
	Application common() {
		return new Application(this.applicationId, this.processingGuarantee, this.threads, this.commitInterval,
				this.transactionTimeout, this.state, this.autoStartup, this.missingTopics, this.onError,
				this.deadLetterTopic, this.deserializationExceptionHandler, this.processingExceptionHandler,
				this.productionExceptionHandler, this.producer, this.consumer, this.properties);
	}

	/**
	 * Settings of one application.
	 *
	 * @param applicationId Application id of this topology.
	 * @param processingGuarantee What holds for outputs, state and consumed offsets if
	 * something fails.
	 * @param threads Number of processing threads.
	 * @param commitInterval Time between commits.
	 * @param transactionTimeout Time after which the broker aborts a transaction that was
	 * left open.
	 * @param state Where and how state is kept.
	 * @param autoStartup Whether the application starts with the context.
	 * @param missingTopics What happens while an input topic doesn't exist.
	 * @param onError What happens to a record that can't be deserialised or processed.
	 * @param deadLetterTopic Topic that records go to with an on-error policy of
	 * "dead-letter".
	 * @param deserializationExceptionHandler Handler that decides about records that
	 * can't be deserialised, in place of the on-error policy.
	 * @param processingExceptionHandler Handler that decides about records that an
	 * operator fails at, in place of the on-error policy.
	 * @param productionExceptionHandler Handler that decides about results that can't be
	 * serialised or sent, in place of the on-error policy.
	 * @param producer Settings of the producers.
	 * @param consumer Settings of the consumers.
	 * @param properties Settings passed to the runtime as they are.
	 */
	public record Application(@Nullable String applicationId, @Nullable ProcessingGuarantee processingGuarantee,
			@Nullable Integer threads, @Nullable Duration commitInterval, @Nullable Duration transactionTimeout,
			@Nullable State state, @Nullable Boolean autoStartup, @Nullable MissingTopics missingTopics,
			@Nullable OnError onError, @Nullable String deadLetterTopic,
			@Nullable Class<? extends DeserializationExceptionHandler> deserializationExceptionHandler,
			@Nullable Class<? extends ProcessingExceptionHandler> processingExceptionHandler,
			@Nullable Class<? extends ProductionExceptionHandler> productionExceptionHandler,
			@DefaultValue Map<String, String> producer, @DefaultValue Map<String, String> consumer,
			@DefaultValue Map<String, String> properties) {
	}

	/**
	 * Where and how state is kept.
	 *
	 * @param dir Directory for local state.
	 * @param store Engine of the stores. Defaults to "rocksdb" if its module is on the
	 * class path, else to "in-memory".
	 * @param maxUncommitted Memory that writes to stores may take before a commit comes
	 * early, for each thread.
	 * @param cacheSize Memory for entries of stores that were read or written lately, all
	 * threads together. With 0, every update of a table is forwarded by itself.
	 * @param cleanupDelay How long local state of a task that moved away is kept.
	 * @param rocksdb State on disk.
	 */
	public record State(@Nullable String dir, @Nullable StoreEngine store, @Nullable DataSize maxUncommitted,
			@Nullable DataSize cacheSize, @Nullable Duration cleanupDelay, @Nullable RocksDb rocksdb) {
	}

	/**
	 * State on disk. Memory is shared by all applications of the process; the first one
	 * decides.
	 *
	 * @param cacheSize Size of the block cache of the process, write buffers included.
	 * @param writeBufferSize How much of the cache write buffers may take. Defaults to
	 * "64MB", or half of a smaller cache.
	 * @param compression How blocks on disk are compressed.
	 * @param maxBackgroundJobs How many flushes and compactions may run at once. Defaults
	 * to the number of processors, from 2 to 4.
	 */
	public record RocksDb(@Nullable DataSize cacheSize, @Nullable DataSize writeBufferSize,
			@Nullable Compression compression, @Nullable Integer maxBackgroundJobs) {
	}

	/**
	 * What holds if something fails.
	 */
	public enum ProcessingGuarantee {

		/** Outputs, state and consumed offsets become visible together, or not at all. */
		EXACTLY_ONCE,
		/** A record may be processed again. */
		AT_LEAST_ONCE

	}

	/**
	 * Engines of local stores.
	 */
	public enum StoreEngine {

		/** State lives in memory and is restored from its changelog. */
		IN_MEMORY,
		/** State lives on disk, in the state directory, and is kept over restarts. */
		ROCKSDB

	}

	/**
	 * How blocks on disk are compressed.
	 */
	public enum Compression {

		/** Not at all. */
		NONE,
		/** Fast, compresses a little. */
		SNAPPY,
		/** Fast, compresses a little. */
		LZ4,
		/** Slower, compresses more. */
		ZSTD

	}

	/**
	 * What happens while an input topic doesn't exist.
	 */
	public enum MissingTopics {

		/** The application waits for it, and isn't ready meanwhile. */
		WAIT,
		/** The application fails. */
		FAIL

	}

	/**
	 * What happens to a record that can't be deserialised or processed.
	 */
	public enum OnError {

		/** The application fails, the record is neither lost nor passed over. */
		FAIL,
		/** The record is passed over, and counted. */
		SKIP,
		/** The record goes to the dead-letter topic as it was, with the reason. */
		DEAD_LETTER

	}

}
