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
	 * Finds the windows of a key, as they are now.
	 * @param key the key
	 * @param timeFrom the earliest start in milliseconds
	 * @param timeTo the latest start in milliseconds, inclusive
	 * @param size the size of the windows in milliseconds, the same as {@link #find} is
	 * given
	 * @param rows filled with them; what was in there is gone
	 */
	void collect(Object key, long timeFrom, long timeTo, long size, WindowRows rows);

	/**
	 * Hands over the windows of all keys, as they are now, in no order.
	 * @param timeFrom the earliest start in milliseconds
	 * @param timeTo the latest start in milliseconds, inclusive
	 * @param receiver takes them; it may not write to the store
	 */
	void forEach(long timeFrom, long timeTo, Receiver receiver);

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

	/**
	 * Takes windows.
	 */
	@FunctionalInterface
	interface Receiver {

		/**
		 * Takes one window.
		 * @param key its key
		 * @param value the value
		 * @param timestamp the value's timestamp in milliseconds
		 */
		void take(Windowed<Object> key, @Nullable Object value, long timestamp);

	}

}
