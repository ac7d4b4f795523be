package io.millrace.streams.processor;

import java.io.File;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.api.RecordMetadata;
import org.apache.kafka.common.serialization.Serde;

/**
 * The task as its stores see it.
 */
public interface StateStoreContext {

	/**
	 * The application's id.
	 * @return the value of {@code application.id}
	 */
	String applicationId();

	/**
	 * The task that owns the store.
	 * @return the id
	 */
	TaskId taskId();

	/**
	 * Where the record being processed came from.
	 * @return the origin, empty if no record is being processed
	 */
	Optional<RecordMetadata> recordMetadata();

	/**
	 * The application's default serde of keys.
	 * @return the serde
	 * @throws io.millrace.streams.errors.StreamsException if none is set
	 */
	Serde<?> keySerde();

	/**
	 * The application's default serde of values.
	 * @return the serde
	 * @throws io.millrace.streams.errors.StreamsException if none is set
	 */
	Serde<?> valueSerde();

	/**
	 * The directory of the task's state.
	 * @return the directory
	 */
	File stateDir();

	/**
	 * Where to add metrics.
	 * @return the metrics of the application
	 */
	StreamsMetrics metrics();

	/**
	 * Registers a store, so that it is restored from its changelog.
	 * @param store the store
	 * @param stateRestoreCallback what takes the changelog's records
	 */
	void register(StateStore store, StateRestoreCallback stateRestoreCallback);

	/**
	 * Registers a store, so that it is restored from its changelog and told of commits.
	 * @param store the store
	 * @param stateRestoreCallback what takes the changelog's records
	 * @param commitCallback called at each commit
	 */
	void register(StateStore store, StateRestoreCallback stateRestoreCallback, CommitCallback commitCallback);

	/**
	 * All settings of the application as they were given.
	 * @return an unmodifiable map
	 */
	Map<String, Object> appConfigs();

	/**
	 * The settings behind a prefix.
	 * @param prefix the prefix, cut off in the result
	 * @return an unmodifiable map
	 */
	Map<String, Object> appConfigsWithPrefix(String prefix);

}
