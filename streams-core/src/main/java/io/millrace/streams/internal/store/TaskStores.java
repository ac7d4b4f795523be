package io.millrace.streams.internal.store;

import io.millrace.streams.StreamsConfig;
import io.millrace.streams.monitor.StoreDescription;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Makes the running stores of a task from their builders. Called by the task room when a
 * task is opened.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class TaskStores {

	private TaskStores() {
	}

	/**
	 * Makes one store.
	 * @param builder what the user or the DSL declared
	 * @param changelogTopic the full name of the changelog, or null if the store isn't
	 * logged
	 * @param engine the engine of the task
	 * @param context the task as its stores see it; default serdes are asked for only if
	 * the builder has none
	 * @return the store
	 * @throws io.millrace.streams.errors.TopologyException if the store can't be run
	 */
	public static TaskStore create(StoreBuilder<?> builder, @Nullable String changelogTopic, StateEngine engine,
			StateStoreContext context) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Describes a store as the topology declares it.
	 * @param builder what the user or the DSL declared
	 * @param changelogTopic the full name of the changelog, or null if the store isn't
	 * logged
	 * @param config where default serdes come from
	 * @return the description, or null if the store is one of the user's own making
	 */
	public static @Nullable StoreDescription describe(StoreBuilder<?> builder, @Nullable String changelogTopic,
			StreamsConfig config) {
		throw new UnsupportedOperationException();
	}

}
