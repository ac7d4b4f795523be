package io.millrace.streams.internal.task;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.internal.store.CacheBudget;
import io.millrace.streams.internal.store.StateEngineFactory;
import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

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
 * @param globalStores finds global stores by name, to be read only; gives null if there
 * is none of a name
 */
public record TaskEnvironment(String applicationId, StreamsConfig config, Path stateDirectory,
		StateEngineFactory engines, TaskProducer producer, CacheBudget cache, TaskCounters counters,
		LongSupplier wallClock, Function<String, @Nullable StateStore> globalStores) {

	/**
	 * What a task needs that can't reach any global store.
	 */
	public TaskEnvironment(String applicationId, StreamsConfig config, Path stateDirectory, StateEngineFactory engines,
			TaskProducer producer, CacheBudget cache, TaskCounters counters, LongSupplier wallClock) {
		this(applicationId, config, stateDirectory, engines, producer, cache, counters, wallClock, (name) -> null);
	}

}
