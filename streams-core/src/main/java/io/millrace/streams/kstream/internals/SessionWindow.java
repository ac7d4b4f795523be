package io.millrace.streams.kstream.internals;

import io.millrace.streams.kstream.Window;

/**
 * A session: from the time of its first record to that of its last one, both of which
 * belong to it. Immutable.
 */
public final class SessionWindow extends Window {

	/**
	 * Makes a session.
	 * @param startMs the time of its first record in milliseconds since the epoch
	 * @param endMs the time of its last record in milliseconds since the epoch
	 * @throws IllegalArgumentException if the start is negative or behind the end
	 */
	public SessionWindow(long startMs, long endMs) throws IllegalArgumentException {
		super(startMs, endMs);
	}

	@Override
	public boolean overlap(Window other) throws IllegalArgumentException {
		if (other.getClass() != getClass()) {
			throw new IllegalArgumentException("A session can't be compared with " + other + ".");
		}
		return this.startMs <= other.end() && other.start() <= this.endMs;
	}

}
