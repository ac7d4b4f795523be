package io.millrace.streams.internal.store;

import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * How operators read and change a timestamped window store: value and timestamp apart,
 * and one lookup for a read and the write that follows it. Implemented by the facade that
 * {@link TaskStore#facade()} hands out for timestamped window stores; run by the task's
 * thread.
 */
public interface WindowAccess extends HoldingStore {

	/**
	 * Looks a window up and stays on its entry.
	 * @param key the key
	 * @param start the start of the window in milliseconds
	 * @param end the end of the window in milliseconds
	 * @return the value, or null if there is none
	 */
	@Nullable Object find(Object key, long start, long end);

	/**
	 * As {@link #find}, but gives the value that was forwarded last: a change that is
	 * held back doesn't show.
	 * @param key the key
	 * @param start the start of the window in milliseconds
	 * @param end the end of the window in milliseconds
	 * @return the value, or null if there is none
	 */
	@Nullable Object findForwarded(Object key, long start, long end);

	/**
	 * The timestamp of what {@link #find} found last.
	 * @return milliseconds since the epoch, -1 if it found nothing
	 */
	long foundTimestamp();

	/**
	 * Writes the entry that {@link #find} found last, without another lookup; other calls
	 * in between are allowed.
	 * @param value the value; null deletes the window
	 * @param timestamp the timestamp in milliseconds
	 */
	void update(@Nullable Object value, long timestamp);

	/**
	 * The stretch of time that a scan for windows of all keys reads at least, however few
	 * of it are asked for.
	 * @return milliseconds
	 */
	long scannedMillis();

	/**
	 * The key and window that {@link #find} looked up last, as one object; the same one
	 * again for each window written since the last commit, if keys can't change.
	 * @return the windowed key
	 */
	Windowed<Object> foundKey();

}
