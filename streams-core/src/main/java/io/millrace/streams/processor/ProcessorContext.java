package io.millrace.streams.processor;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.millrace.streams.StreamsMetrics;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The task as a {@link io.millrace.streams.kstream.ValueTransformerWithKey} sees it.
 * Processors get one of {@code io.millrace.streams.processor.api} in its place. To be
 * used by the task's thread only.
 */
public interface ProcessorContext {

	/**
	 * The application's id.
	 * @return the value of {@code application.id}
	 */
	String applicationId();

	/**
	 * The task.
	 * @return the id
	 */
	TaskId taskId();

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
	 * The task's metrics.
	 * @return the metrics
	 */
	StreamsMetrics metrics();

	/**
	 * Registers a store; stores do that by the context of their own.
	 * @param store the store
	 * @param stateRestoreCallback restores it
	 * @throws io.millrace.streams.errors.StreamsException in a transformer
	 */
	void register(StateStore store, StateRestoreCallback stateRestoreCallback);

	/**
	 * A store that the operator is connected with.
	 * @param <S> the type of the store
	 * @param name the store's name
	 * @return the store, or null if the task has none of that name
	 * @throws io.millrace.streams.errors.StreamsException if the operator isn't connected
	 * with it
	 */
	@Nullable <S extends StateStore> S getStateStore(String name);

	/**
	 * Calls back at a regular interval, from now or the first record on.
	 * @param interval the time between two calls
	 * @param type which clock
	 * @param callback what to call
	 * @return the means to cancel it
	 */
	Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

	/**
	 * Calls back at a regular interval, from a time on.
	 * @param startTime the time of the first call
	 * @param interval the time between two calls
	 * @param type which clock
	 * @param callback what to call
	 * @return the means to cancel it
	 */
	Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

	/**
	 * Forwards a record to all children.
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @param key the key
	 * @param value the value
	 * @throws io.millrace.streams.errors.StreamsException in a transformer, which returns
	 * its result
	 */
	<K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value);

	/**
	 * Forwards a record.
	 * @param <K> the type of the key
	 * @param <V> the type of the value
	 * @param key the key
	 * @param value the value
	 * @param to where to
	 * @throws io.millrace.streams.errors.StreamsException in a transformer, which returns
	 * its result
	 */
	<K extends @Nullable Object, V extends @Nullable Object> void forward(K key, V value, To to);

	/**
	 * Asks for a commit as soon as the record is through.
	 */
	void commit();

	/**
	 * Where the record being processed came from.
	 * @return the topic, null if no record is being processed
	 */
	@Nullable String topic();

	/**
	 * Where the record being processed came from.
	 * @return the partition, -1 if no record is being processed
	 */
	int partition();

	/**
	 * Where the record being processed came from.
	 * @return the offset, -1 if no record is being processed
	 */
	long offset();

	/**
	 * The headers of the record being processed.
	 * @return the headers, a copy; empty if no record is being processed
	 */
	Headers headers();

	/**
	 * The timestamp of the row being processed.
	 * @return milliseconds since the epoch
	 */
	long timestamp();

	/**
	 * All settings of the application.
	 * @return an unmodifiable map
	 */
	Map<String, Object> appConfigs();

	/**
	 * The settings of the application that begin with a prefix.
	 * @param prefix the prefix
	 * @return an unmodifiable map, its keys without the prefix
	 */
	Map<String, Object> appConfigsWithPrefix(String prefix);

	/**
	 * Wall-clock time.
	 * @return milliseconds since the epoch
	 */
	long currentSystemTimeMs();

	/**
	 * Stream time of the task.
	 * @return the highest timestamp seen, in milliseconds, -1 before the first record
	 */
	long currentStreamTimeMs();

}
