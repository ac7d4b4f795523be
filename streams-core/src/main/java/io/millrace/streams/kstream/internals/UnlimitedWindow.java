package io.millrace.streams.kstream.internals;

import io.millrace.streams.kstream.Window;

/**
 * A window that never ends. Immutable.
 */
public class UnlimitedWindow extends Window {

	/**
	 * Makes a window.
	 * @param startMs the start in milliseconds since the epoch, inclusive
	 * @throws IllegalArgumentException if the start is negative
	 */
	public UnlimitedWindow(long startMs) {
		super(startMs, Long.MAX_VALUE);
	}

	@Override
	public boolean overlap(Window other) {
		if (other.getClass() != getClass()) {
			throw new IllegalArgumentException("An unlimited window can't be compared with " + other + ".");
		}
		return true;
	}

}
