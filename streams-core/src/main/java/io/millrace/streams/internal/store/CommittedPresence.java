package io.millrace.streams.internal.store;

/**
 * Knows of a window or session store what its engine surely doesn't hold: keys without
 * rows in a segment, which operators that scan needn't look for, and rows, which those
 * that look up one by one needn't. It learns from all that the engine is given, so of
 * segments that were there when the store was opened it knows nothing. Owned by
 * {@link SegmentTaskStore}; run by the task's thread.
 */
final class CommittedPresence {

	/** So many parts of a segment are told apart for each key. */
	private static final int PARTS = 4;

	private final SegmentLayout layout;

	private final long partLength;

	private final StoreMemory memory;

	private final SegmentFilters keys;

	private final SegmentFilters rows;

	/** Whether keys are asked for; sessions and duplicates are found by their key. */
	private boolean keysMatter;

	/**
	 * Whether a filter of rows is worth its room: sessions and duplicates are found by
	 * their key first, and hardly any is looked up that isn't there.
	 */
	private final boolean rowsMatter;

	CommittedPresence(SegmentLayout layout, StoreMemory memory, CacheBudget budget) {
		this.keys = new SegmentFilters(budget);
		this.rows = new SegmentFilters(budget);
		this.layout = layout;
		this.partLength = layout.interval() / PARTS + 1;
		this.memory = memory;
		this.keysMatter = layout.sessions() || layout.duplicates();
		this.rowsMatter = !this.keysMatter;
	}

	/**
	 * The engine gets a row.
	 * @param segment its segment
	 * @param engineKey its key
	 */
	void added(long segment, byte[] engineKey) {
		int keyHash = this.layout.keyHashOf(engineKey);
		if (this.keysMatter) {
			begun(this.keys).add(segment, keyHash, part(this.layout.timeOf(engineKey)));
		}
		if (this.rowsMatter) {
			begun(this.rows).add(segment,
					rowHash(keyHash, this.layout.startOf(engineKey), this.layout.timeOf(engineKey)), 0);
		}
	}

	/**
	 * Whether the engine may have rows of a key, which is likely if it says so.
	 * @param segment the segment
	 * @param keyHash the key's {@link SegmentLayout#hash}
	 * @param first the earliest time that is asked for, as rows expire by it; may be
	 * before the segment
	 * @param last the latest one; may be behind the segment
	 */
	boolean mayHaveKey(long segment, int keyHash, long first, long last) {
		this.keysMatter = true;
		return begun(this.keys).mayHave(segment, keyHash, (this.layout.segment(first) < segment) ? 0 : part(first),
				(this.layout.segment(last) > segment) ? PARTS - 1 : part(last));
	}

	/**
	 * Which part of its segment a time is in; what is below zero is in the first one.
	 */
	private int part(long time) {
		return (int) Math.max(0, time % this.layout.interval() / this.partLength);
	}

	/**
	 * Whether the engine may have a row, which is likely if it says so.
	 * @param engineKey the row's key
	 */
	boolean mayHaveRow(byte[] engineKey) {
		if (!this.rowsMatter) {
			return true;
		}
		long time = this.layout.timeOf(engineKey);
		return begun(this.rows).mayHave(this.layout.segment(time),
				rowHash(this.layout.keyHashOf(engineKey), this.layout.startOf(engineKey), time), 0, 0);
	}

	private static int rowHash(int keyHash, long start, long time) {
		return 31 * (31 * keyHash + Long.hashCode(start)) + Long.hashCode(time);
	}

	private SegmentFilters begun(SegmentFilters filters) {
		if (!filters.begun()) {
			// Has it recalled.
			this.memory.streamTime();
			long committed = this.memory.committedStreamTime();
			filters.begin((committed >= 0) ? this.layout.segment(committed) + 1 : 0);
		}
		return filters;
	}

	/**
	 * Lets go of what is known of segments that have expired.
	 * @param segment the first one that hasn't
	 */
	void forgetBefore(long segment) {
		this.keys.forgetBefore(segment);
		this.rows.forgetBefore(segment);
	}

	/**
	 * Nothing is known any more, since the engine may hold anything.
	 */
	void forget() {
		this.keys.end();
		this.rows.end();
	}

}
