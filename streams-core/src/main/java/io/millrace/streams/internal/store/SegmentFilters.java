package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * A {@link SegmentFilter} for each segment of a window or session store that came after
 * it was begun. Owned by {@link CommittedPresence}; run by the task's thread.
 */
final class SegmentFilters {

	/** More segments than these aren't worth to be known. */
	private static final int MOST = 64;

	private final CacheBudget budget;

	/** Whether it was said which segments are known. */
	private boolean begun;

	/** The first segment all of whose rows are known. */
	private long firstKnown;

	private long[] segments = new long[4];

	private @Nullable SegmentFilter[] filters = new SegmentFilter[4];

	private int count;

	SegmentFilters(CacheBudget budget) {
		this.budget = budget;
	}

	boolean begun() {
		return this.begun;
	}

	/**
	 * Begins with an engine that has rows of some segments.
	 * @param segment the first one without rows
	 */
	void begin(long segment) {
		this.begun = true;
		this.firstKnown = segment;
		forget();
	}

	/**
	 * Takes it back, since the engine may have anything.
	 */
	void end() {
		this.begun = false;
		forget();
	}

	private void forget() {
		release(this.count);
		Arrays.fill(this.filters, 0, this.count, null);
		this.count = 0;
	}

	private void release(int first) {
		for (int i = 0; i < first; i++) {
			SegmentFilter filter = this.filters[i];
			if (filter != null) {
				filter.release();
			}
		}
	}

	/**
	 * Adds a key or a row.
	 * @param segment its segment
	 * @param hash its hash
	 * @param part the number of the part of the segment that it is in
	 */
	void add(long segment, int hash, int part) {
		if (segment < this.firstKnown) {
			return;
		}
		int place = place(segment);
		SegmentFilter filter = at(place, segment);
		if (filter == null) {
			filter = new SegmentFilter(this.budget);
			insert(place, segment, filter);
		}
		filter.add(hash, part);
	}

	private void insert(int place, long segment, SegmentFilter filter) {
		if (this.count == this.segments.length) {
			this.segments = Arrays.copyOf(this.segments, 2 * this.count);
			this.filters = Arrays.copyOf(this.filters, 2 * this.count);
		}
		System.arraycopy(this.segments, place, this.segments, place + 1, this.count - place);
		System.arraycopy(this.filters, place, this.filters, place + 1, this.count - place);
		this.segments[place] = segment;
		this.filters[place] = filter;
		this.count++;
		if (this.count > MOST) {
			forgetBefore(this.segments[this.count - MOST]);
		}
	}

	/**
	 * Whether a key or a row may have been added, or was there before.
	 * @param segment its segment
	 * @param hash its hash
	 * @param from the number of the first part of the segment to look into
	 * @param to the number of the last one
	 */
	boolean mayHave(long segment, int hash, int from, int to) {
		if (!this.begun || segment < this.firstKnown) {
			return true;
		}
		SegmentFilter filter = at(place(segment), segment);
		return filter != null && filter.mayHave(hash, from, to);
	}

	/**
	 * Lets go of what is known of segments before one; there may be anything in them.
	 * @param segment the first one to be known still
	 */
	void forgetBefore(long segment) {
		if (segment <= this.firstKnown) {
			return;
		}
		this.firstKnown = segment;
		int gone = place(segment);
		release(gone);
		System.arraycopy(this.segments, gone, this.segments, 0, this.count - gone);
		System.arraycopy(this.filters, gone, this.filters, 0, this.count - gone);
		Arrays.fill(this.filters, this.count - gone, this.count, null);
		this.count -= gone;
	}

	/**
	 * How much memory the filters take.
	 * @return bytes
	 */
	long bytes() {
		long bytes = 0;
		for (int i = 0; i < this.count; i++) {
			SegmentFilter filter = this.filters[i];
			bytes += (filter != null) ? filter.bytes() : 0;
		}
		return bytes;
	}

	private @Nullable SegmentFilter at(int place, long segment) {
		return (place < this.count && this.segments[place] == segment) ? this.filters[place] : null;
	}

	/**
	 * How many of the segments are before one.
	 */
	private int place(long segment) {
		int place = this.count;
		while (place > 0 && this.segments[place - 1] >= segment) {
			place--;
		}
		return place;
	}

}
