package io.millrace.streams.state;

import java.util.Map;

import io.millrace.streams.processor.StateStore;

/**
 * Declares a store: its name, what it keeps and how. The same builder may be connected
 * with several processors, which then share the store.
 *
 * @param <T> the type of the store
 */
public interface StoreBuilder<T extends StateStore> {

	/**
	 * Asks for a cache. If the store is that of a table, many updates of a row between
	 * two commits are forwarded as one then. Changes nothing for processors, whose writes
	 * are held back until the commit in any case.
	 * @return this builder
	 */
	StoreBuilder<T> withCachingEnabled();

	/**
	 * Asks for no cache, which is the default of what {@link Stores} makes.
	 * @return this builder
	 */
	StoreBuilder<T> withCachingDisabled();

	/**
	 * Keeps the content in a changelog topic also, from which it is restored. The default
	 * for Millrace's own stores.
	 * @param config settings of the changelog topic, for instance
	 * {@code min.insync.replicas}; may be empty
	 * @return this builder
	 */
	StoreBuilder<T> withLoggingEnabled(Map<String, String> config);

	/**
	 * Keeps no changelog: the content is lost with the machine, or the process if it is
	 * in memory, and doesn't follow the task to another instance.
	 * @return this builder
	 */
	StoreBuilder<T> withLoggingDisabled();

	/**
	 * Makes a store. Called once for each task.
	 * @return a new store
	 */
	T build();

	/**
	 * The settings of the changelog topic.
	 * @return the settings; empty if there is no changelog
	 */
	Map<String, String> logConfig();

	/**
	 * Whether there is a changelog.
	 * @return true if the content can be restored
	 */
	boolean loggingEnabled();

	/**
	 * The store's name.
	 * @return the name
	 */
	String name();

}
