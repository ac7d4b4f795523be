package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * A key-value store of bytes as operators see it that lay out keys and values themselves:
 * arrays are handed over in place of copies, and no read makes an object. Implemented by
 * the facades of key-value stores, to be used if their serdes take bytes for what they
 * are; run by the task's thread.
 */
public interface ByteRows {

	/**
	 * Looks a row up.
	 * @param key the key, which the caller may use again afterwards
	 * @return the value, not to be changed; null if there is none
	 */
	byte @Nullable [] bytes(byte[] key);

	/**
	 * Writes a row.
	 * @param key the key, which the caller may use again afterwards
	 * @param value the value, not to be changed afterwards; null deletes the row
	 * @param timestamp the row's timestamp in milliseconds; a store without timestamps
	 * takes that of the record which is processed
	 */
	void write(byte[] key, byte @Nullable [] value, long timestamp);

	/**
	 * Finds rows in the order of their keys, as they are now.
	 * @param from the lowest key, inclusive; the caller may use it again afterwards
	 * @param to the highest key, exclusive; the caller may use it again afterwards
	 * @param rows filled with them; what was in there is gone
	 */
	void collect(byte[] from, byte[] to, FoundRows rows);

}
