package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * How operators read and change a timestamped key-value store: value and timestamp apart,
 * and one lookup for a read and the write that follows it. Implemented by the facade that
 * {@link TaskStore#facade()} hands out for timestamped stores; run by the task's thread.
 */
public interface TimestampedKeyValueAccess extends HoldingStore {

	/**
	 * Looks a key up and stays on its entry.
	 * @param key the key
	 * @return the value, or null if there is none
	 */
	@Nullable Object find(Object key);

	/**
	 * As {@link #find}, but gives the value that was forwarded last: a change that is
	 * held back doesn't show.
	 * @param key the key
	 * @return the value, or null if there is none
	 */
	default @Nullable Object findForwarded(Object key) {
		return find(key);
	}

	/**
	 * The timestamp of what {@link #find} found last.
	 * @return milliseconds since the epoch, -1 if it found nothing
	 */
	long foundTimestamp();

	/**
	 * Writes the entry that {@link #find} found last, without another lookup; other calls
	 * in between are allowed.
	 * @param value the value; null deletes the key
	 * @param timestamp the timestamp in milliseconds
	 */
	void update(@Nullable Object value, long timestamp);

	/**
	 * Writes one value, with a lookup.
	 * @param key the key
	 * @param value the value; null deletes the key
	 * @param timestamp the timestamp in milliseconds
	 */
	void put(Object key, @Nullable Object value, long timestamp);

}
