package io.millrace.streams.internal.task;

import java.nio.file.Path;
import java.util.function.LongSupplier;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.StateEngineFactory;

/**
 * What a task needs of the thread that runs it.
 *
 * @param applicationId the application id
 * @param config the settings
 * @param stateDirectory the application's state directory
 * @param engines opens state engines
 * @param producer where results go
 * @param cache how much of their engines' content the stores of the thread may keep at
 * hand
 * @param counters where the task counts
 * @param wallClock milliseconds since the epoch
 */
public record TaskEnvironment(String applicationId, StreamsConfig config, Path stateDirectory,
		StateEngineFactory engines, TaskProducer producer, CacheBudget cache, TaskCounters counters,
		LongSupplier wallClock) {
}
