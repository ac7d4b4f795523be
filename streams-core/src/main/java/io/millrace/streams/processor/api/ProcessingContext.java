package io.millrace.streams.processor.api;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.millrace.streams.StreamsMetrics;
import io.millrace.streams.processor.Cancellable;
import io.millrace.streams.processor.PunctuationType;
import io.millrace.streams.processor.Punctuator;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.TaskId;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * The task as a processor sees it. To be used by the task's thread only: within
 * {@code init}, {@code process}, punctuations and {@code close}.
 */
public interface ProcessingContext {

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
	 * Where the record being processed came from.
	 * @return the origin, empty if no record is being processed, in a punctuation for
	 * instance
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
	 * A store that the processor is connected with.
	 * @param name the store's name
	 * @param <S> the type of the store
	 * @return the store, or null if the topology has none of that name
	 * @throws io.millrace.streams.errors.StreamsException if the processor isn't
	 * connected with it
	 */
	@Nullable <S extends StateStore> S getStateStore(String name);

	/**
	 * Asks for a callback at intervals.
	 * @param interval the time between two calls, at least a millisecond
	 * @param type which clock to follow
	 * @param callback what to call
	 * @return the means to stop it
	 * @throws IllegalArgumentException if the interval is shorter than a millisecond
	 */
	Cancellable schedule(Duration interval, PunctuationType type, Punctuator callback);

	/**
	 * Asks for a callback at intervals, from a certain time on.
	 * @param startTime when it is due first; later ones are whole intervals from there
	 * @param interval the time between two calls, at least a millisecond
	 * @param type which clock to follow
	 * @param callback what to call
	 * @return the means to stop it
	 * @throws IllegalArgumentException if the interval is shorter than a millisecond
	 */
	Cancellable schedule(Instant startTime, Duration interval, PunctuationType type, Punctuator callback);

	/**
	 * Asks for a commit soon, before the commit interval is over. Returns at once.
	 */
	void commit();

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

	/**
	 * The time of the machine, as read once per batch of records.
	 * @return milliseconds since the epoch
	 */
	long currentSystemTimeMs();

	/**
	 * Stream time: the highest timestamp that the task has seen.
	 * @return milliseconds since the epoch, -1 before the first record
	 */
	long currentStreamTimeMs();

}
