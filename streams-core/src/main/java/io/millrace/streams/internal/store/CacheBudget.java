package io.millrace.streams.internal.store;

import java.util.function.LongSupplier;

/**
 * How much the stores of a thread may keep of what the engine holds, shared alike by
 * those that keep anything, and for {@link SegmentFilters}. Made with the thread, asked
 * by each store's {@link CommittedCache}. Not thread-safe.
 */
public final class CacheBudget {

	private final LongSupplier bytes;

	private int caches;

	/** How much filters take. */
	private long filters;

	/**
	 * Makes it.
	 * @param bytes the bound for all stores together, in bytes as estimated; 0 for no
	 * cache
	 */
	public CacheBudget(long bytes) {
		this(() -> bytes);
	}

	/**
	 * Makes it.
	 * @param bytes tells the bound for all stores together, in bytes as estimated, which
	 * may change; 0 for no cache
	 */
	public CacheBudget(LongSupplier bytes) {
		this.bytes = bytes;
	}

	/**
	 * The bound for each store that is in use now.
	 */
	long share() {
		return Math.max(0, this.bytes.getAsLong()) / Math.max(1, this.caches);
	}

	void join() {
		this.caches++;
	}

	void leave() {
		this.caches--;
	}

	/**
	 * Asks for memory for a filter. All filters together get up to half of the bound for
	 * what is kept, and that in addition to it.
	 * @param more how many bytes
	 * @return whether they may be used, until they are given back
	 */
	boolean takeForFilters(long more) {
		if (this.filters + more > this.bytes.getAsLong() / 2) {
			return false;
		}
		this.filters += more;
		return true;
	}

	void giveBackOfFilters(long less) {
		this.filters -= less;
	}

	/**
	 * How many bytes filters take.
	 */
	long filters() {
		return this.filters;
	}

	/**
	 * Whether anything may be kept at all.
	 */
	boolean any() {
		return this.bytes.getAsLong() > 0;
	}

}
