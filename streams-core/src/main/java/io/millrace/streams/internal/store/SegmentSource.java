package io.millrace.streams.internal.store;

/**
 * What the reads of a window or session store go to: its task's own store with the writes
 * since the last commit, or the committed content in the engine. Checks at each call that
 * it may still be read.
 */
interface SegmentSource extends StoreContent {

	SegmentLayout layout();

	/**
	 * The latest time written.
	 * @return milliseconds since the epoch, -1 before the first write
	 */
	long streamTime();

	/**
	 * Walks the entries between two of the engine's keys as they are now.
	 * @param from the lowest key, inclusive
	 * @param to the highest key, exclusive
	 */
	StoredCursor scan(byte[] from, byte[] to, boolean reverse);

	byte[] keyBytes(Object key);

	Object key(byte[] keyBytes);

}
