package io.millrace.streams.internal.store;

/**
 * The windows of one key as operators read them: without an object for each read, and
 * none for each window. Implemented by the facades of built-in window stores; run by the
 * task's thread.
 */
public interface KeyWindows extends FormerWindows {

	/**
	 * Finds the windows of a key, as they are now.
	 * @param key the key
	 * @param timeFrom the earliest start in milliseconds
	 * @param timeTo the latest start in milliseconds, inclusive
	 * @param rows filled with them; what was in there is gone
	 */
	void collect(Object key, long timeFrom, long timeTo, WindowRows rows);

	/**
	 * Whether a window is older than what the store shows, so that a write to it is
	 * dropped and counted.
	 * @param start the start in milliseconds
	 */
	boolean expired(long start);

}
