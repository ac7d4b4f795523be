package io.millrace.streams.internal.task;

import java.util.Set;

import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * The stores that operators work on, and where each of their steps begins and ends. Those
 * of a task are a {@link TaskState}, a global one is a {@link GlobalState}.
 */
interface OperatedStores {

	/**
	 * A store as operators see it, or null if there is none of that name.
	 */
	@Nullable StateStore facade(String name);

	/**
	 * The latest time written to a store of windows, -1 if there is none, or no such
	 * store.
	 */
	long latestTime(String name);

	/**
	 * The stores that an operator may use.
	 */
	Set<String> connectedWith(String operator);

	/**
	 * The writes so far belong to records that are through.
	 */
	void mark();

	/**
	 * Undoes the writes of a record that failed.
	 */
	void rollback();

}
