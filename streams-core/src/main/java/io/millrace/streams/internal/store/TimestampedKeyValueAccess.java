package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * How operators read and change a timestamped key-value store: value and timestamp apart,
 * and one lookup for a read and the write that follows it. Implemented by the facade that
 * {@link TaskStore#facade()} hands out for timestamped stores; run by the task's thread.
 */
public interface TimestampedKeyValueAccess extends HoldingStore {

	/** What was written is the latest of its row. */
	long LATEST = -1;

	/** Nothing was written: it is older than the history that the store keeps. */
	long NOT_WRITTEN = Long.MIN_VALUE;

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
	 * As {@link #update}, and says what became of it.
	 * @param value the value; null deletes the key
	 * @param timestamp the timestamp in milliseconds
	 * @return {@link #LATEST}, {@link #NOT_WRITTEN}, or the time of the version that
	 * follows
	 */
	default long write(@Nullable Object value, long timestamp) {
		update(value, timestamp);
		return LATEST;
	}

	/**
	 * Whether the store keeps earlier values too, so that changes may come out of order.
	 * @return true if so
	 */
	default boolean versioned() {
		return false;
	}

	/**
	 * As {@link #find}, but what was valid at a time, in a versioned store.
	 * @param key the key
	 * @param asOfTimestamp the time in milliseconds
	 * @return the value, or null if there was none or the store doesn't know any more
	 */
	default @Nullable Object find(Object key, long asOfTimestamp) {
		return find(key);
	}

	/**
	 * How far before the history that the store keeps the time lies that was looked up or
	 * written last, if nothing was found or written for that.
	 * @return milliseconds, 0 if it lies within, or the store knows what was valid then
	 */
	default long missedBy() {
		return 0;
	}

	/**
	 * Writes one value, with a lookup.
	 * @param key the key
	 * @param value the value; null deletes the key
	 * @param timestamp the timestamp in milliseconds
	 */
	void put(Object key, @Nullable Object value, long timestamp);

}
