package io.millrace.streams.internal.store;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a store does for an operator that forwards a row which is changed many times
 * between two commits once: it keeps beside the row's newest value what was there before,
 * and which record changed it last. Undone and dropped with the writes themselves. Run by
 * the task's thread.
 */
public interface HoldingStore {

	/**
	 * Whether changes may be held at all: the store is allowed a cache, and there is
	 * memory for one.
	 * @return true if so
	 */
	default boolean mayHold() {
		return false;
	}

	/**
	 * Writes the row that was looked up last, as {@code update} does, and holds the
	 * change.
	 * @param value the value; null deletes the row
	 * @param timestamp the timestamp in milliseconds
	 * @param headers the headers of the record, which nobody changes any more
	 * @param partition where the record is from, null if it is no record
	 * @param offset its offset
	 * @return whether the change is held; if not, nothing is written
	 */
	default boolean hold(@Nullable Object value, long timestamp, Headers headers, @Nullable TopicPartition partition,
			long offset) {
		return false;
	}

	/**
	 * What tells keys apart as the store does, by their bytes: two objects may be one key
	 * to it though they aren't equal.
	 * @param key the key, without its window
	 * @return an object that is equal to that of the same key alone, or the key itself
	 */
	default Object identity(Object key) {
		return key;
	}

	/**
	 * Told that the change of a row is being forwarded, so that who takes it by one way
	 * can look up what the row was before it came by another.
	 * @param key the row's key
	 * @param before the value before the change, null if there was none
	 */
	default void forwarding(Object key, @Nullable Object before) {
	}

	/**
	 * Told that the change is forwarded.
	 */
	default void forwarded() {
	}

	/**
	 * The change of a row that is being forwarded.
	 * @param key the row's key
	 * @return its number, 0 if none is
	 */
	default long changeInFlight(Object key) {
		return 0;
	}

	/**
	 * What the row of {@link #changeInFlight} was before the change.
	 * @return the value, null if there was none
	 */
	default @Nullable Object beforeChange() {
		return null;
	}

	/**
	 * Hands over what is held, rows in the order of their first change, and what comes to
	 * be held meanwhile. A row that wasn't there and isn't is left out.
	 * @param receiver takes the changes; it may read and write the store
	 */
	default void forwardHeld(HeldChanges receiver) {
	}

}
