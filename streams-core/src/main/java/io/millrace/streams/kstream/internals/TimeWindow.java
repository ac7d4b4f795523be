package io.millrace.streams.kstream.internals;

import io.millrace.streams.kstream.Window;

/**
 * A window of fixed size: its start belongs to it, its end doesn't. Immutable.
 */
public class TimeWindow extends Window {

	/**
	 * Makes a window.
	 * @param startMs the start in milliseconds since the epoch, inclusive
	 * @param endMs the end in milliseconds since the epoch, exclusive
	 * @throws IllegalArgumentException if the start is negative, or the end isn't behind
	 * it
	 */
	public TimeWindow(long startMs, long endMs) throws IllegalArgumentException {
		super(startMs, endMs);
		if (startMs == endMs) {
			throw new IllegalArgumentException("A time window can't end at " + endMs
					+ ", where it starts: its end doesn't belong to it, so it would be empty.");
		}
	}

	@Override
	public boolean overlap(Window other) throws IllegalArgumentException {
		if (other.getClass() != getClass()) {
			throw new IllegalArgumentException("A time window can't be compared with " + other + ".");
		}
		return this.startMs < other.end() && other.start() < this.endMs;
	}

}
