package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * The windows or sessions of one key that an operator asked a store for, in the order of
 * their time, as they were then: what the operator writes meanwhile doesn't show. Owned
 * by an operator, which has it filled again for each record, so in steady state nothing
 * is allocated. Run by the task's thread.
 */
public final class WindowRows {

	private static final int SMALLEST = 16;

	private long[] starts = new long[SMALLEST];

	private long[] ends = new long[SMALLEST];

	private long[] timestamps = new long[SMALLEST];

	private @Nullable Object[] stored = new Object[SMALLEST];

	private int count;

	private @Nullable StoreSerdes serdes;

	/**
	 * How many there are.
	 * @return the count
	 */
	public int count() {
		return this.count;
	}

	/**
	 * The start of a window.
	 * @param index its place, from 0 for the earliest
	 * @return milliseconds since the epoch
	 */
	public long start(int index) {
		return this.starts[index];
	}

	/**
	 * The end of a session; nothing of a window.
	 * @param index its place, from 0 for the earliest
	 * @return milliseconds since the epoch
	 */
	public long end(int index) {
		return this.ends[index];
	}

	/**
	 * The timestamp of a value.
	 * @param index its place, from 0 for the earliest
	 * @return milliseconds since the epoch, -1 if the store keeps none
	 */
	public long timestamp(int index) {
		return this.timestamps[index];
	}

	/**
	 * A value. If it is one that its user could change, each call makes another.
	 * @param index its place, from 0 for the earliest
	 * @return the value
	 */
	public @Nullable Object value(int index) {
		Object value = this.stored[index];
		return (this.serdes != null) ? this.serdes.value(value) : value;
	}

	/**
	 * The value in the form of the overlay, null for a deleted one.
	 */
	@Nullable Object stored(int index) {
		return this.stored[index];
	}

	/**
	 * Whether there is a window with a start, of windows that are in the order of it.
	 * @param start milliseconds since the epoch
	 * @return whether there is one
	 */
	public boolean hasStart(long start) {
		return Arrays.binarySearch(this.starts, 0, this.count, start) >= 0;
	}

	/**
	 * Lets go of everything.
	 */
	public void clear() {
		Arrays.fill(this.stored, 0, this.count, null);
		// What a rare flood of rows needed is given back in a few records.
		if (this.starts.length > 64 * SMALLEST && this.count < this.starts.length / 8) {
			resize(this.starts.length / 2);
		}
		this.count = 0;
		this.serdes = null;
	}

	/**
	 * Adds one behind the others.
	 * @param start the start of the window in milliseconds
	 * @param end its end
	 * @param value the value
	 * @param timestamp the value's timestamp in milliseconds, -1 for none
	 */
	public void add(long start, long end, @Nullable Object value, long timestamp) {
		if (this.count == this.starts.length) {
			resize(2 * this.count);
		}
		this.starts[this.count] = start;
		this.ends[this.count] = end;
		this.timestamps[this.count] = timestamp;
		this.stored[this.count] = value;
		this.count++;
	}

	private void resize(int length) {
		this.starts = Arrays.copyOf(this.starts, length);
		this.ends = Arrays.copyOf(this.ends, length);
		this.timestamps = Arrays.copyOf(this.timestamps, length);
		this.stored = Arrays.copyOf(this.stored, length);
	}

	/**
	 * Starts anew.
	 * @param serdes makes values of what is added, in the form of the overlay
	 */
	void begin(StoreSerdes serdes) {
		clear();
		this.serdes = serdes;
	}

	/**
	 * Puts one in the place of another.
	 * @param from its place
	 * @param to its new place
	 */
	public void move(int from, int to) {
		this.starts[to] = this.starts[from];
		this.ends[to] = this.ends[from];
		this.timestamps[to] = this.timestamps[from];
		this.stored[to] = this.stored[from];
	}

	/**
	 * Lets go of the last ones.
	 * @param first the place of the first that goes
	 */
	public void truncate(int first) {
		Arrays.fill(this.stored, first, this.count, null);
		this.count = first;
	}

}
