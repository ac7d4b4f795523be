package io.millrace.streams.internal.store;

/**
 * What the reads of a window or session store go to: its task's own store with the writes
 * since the last commit, or what a view reads. Checks at each call that it may still be
 * read.
 */
interface SegmentSource extends StoreContent {

	SegmentLayout layout();

	/**
	 * Opens a cursor over the entries that a scan asks for, as they are now.
	 * @param keysAreTimes whether it shows keys as the start of their window only
	 */
	default SegmentCursor open(SegmentScan scan, boolean reverse, boolean keysAreTimes) {
		return scan.openIn(this, reverse, keysAreTimes);
	}

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
