package io.millrace.streams.internal.store;

/**
 * What operators can ask a window store about windows that it no longer shows.
 * Implemented by the facades of built-in window stores; run by the task's thread.
 */
public interface FormerWindows {

	/**
	 * Whether there is a window of a key, or was one that has expired not longer ago than
	 * the {@linkplain BuiltInWindowStoreSupplier#reach() reach} of the store.
	 * @param key the key
	 * @param timeFrom the earliest start in milliseconds
	 * @param timeTo the latest start in milliseconds, inclusive
	 * @return whether there is or was one
	 */
	boolean known(Object key, long timeFrom, long timeTo);

}
