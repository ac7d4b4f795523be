package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * How operators read and change a session store: without an object for each read.
 * Implemented by the facade that {@link TaskStore#facade()} hands out for session stores;
 * run by the task's thread.
 */
public interface SessionAccess extends HoldingStore {

	/**
	 * Finds the sessions of a key that overlap a stretch of time, as they are now.
	 * @param key the key
	 * @param earliestEnd the earliest end in milliseconds
	 * @param latestStart the latest start in milliseconds, inclusive
	 * @param rows filled with them; what was in there is gone
	 */
	void collect(Object key, long earliestEnd, long latestStart, WindowRows rows);

	/**
	 * Looks a session up.
	 * @param key the key
	 * @param start the start of the session in milliseconds
	 * @param end the end of the session in milliseconds
	 * @return the aggregate, or null if there is no such session
	 */
	@Nullable Object find(Object key, long start, long end);

	/**
	 * Writes a session.
	 * @param key the key
	 * @param start the start of the session in milliseconds
	 * @param end the end of the session in milliseconds
	 * @param aggregate the aggregate; null deletes the session
	 * @return the key and the session as one object, the same one again for a session
	 * that was written since the last commit, if keys can't change
	 */
	Windowed<Object> write(Object key, long start, long end, @Nullable Object aggregate);

}
