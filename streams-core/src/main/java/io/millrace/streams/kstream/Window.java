package io.millrace.streams.kstream;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of time. Whether the end belongs to it depends on the kind of window: it
 * doesn't for time windows, it does for sessions. Two windows are equal if they are of
 * the same class and have the same bounds. Subclasses in use here are immutable.
 */
public abstract class Window {

	/** The start in milliseconds since the epoch, inclusive. */
	protected final long startMs;

	/** The end in milliseconds since the epoch. */
	protected final long endMs;

	/**
	 * Makes a window.
	 * @param startMs the start in milliseconds since the epoch
	 * @param endMs the end in milliseconds since the epoch
	 * @throws IllegalArgumentException if the start is negative or behind the end
	 */
	public Window(long startMs, long endMs) throws IllegalArgumentException {
		if (startMs < 0) {
			throw new IllegalArgumentException("A window can't start at " + startMs + ", before 1970.");
		}
		if (endMs < startMs) {
			throw new IllegalArgumentException(
					"A window can't end at " + endMs + ", before its start at " + startMs + ".");
		}
		this.startMs = startMs;
		this.endMs = endMs;
	}

	/**
	 * The start.
	 * @return milliseconds since the epoch, inclusive
	 */
	public long start() {
		return this.startMs;
	}

	/**
	 * The end.
	 * @return milliseconds since the epoch
	 */
	public long end() {
		return this.endMs;
	}

	/**
	 * The start.
	 * @return the first instant of the window
	 */
	public Instant startTime() {
		return Instant.ofEpochMilli(this.startMs);
	}

	/**
	 * The end.
	 * @return the instant of {@link #end()}
	 */
	public Instant endTime() {
		return Instant.ofEpochMilli(this.endMs);
	}

	/**
	 * Whether this window and another have a point in time in common.
	 * @param other a window of the same kind
	 * @return true if so
	 * @throws IllegalArgumentException if the other is of another kind
	 */
	public abstract boolean overlap(Window other);

	@Override
	@SuppressWarnings("EqualsGetClass")
	public boolean equals(@Nullable Object other) {
		return other != null && other.getClass() == getClass() && this.startMs == ((Window) other).startMs
				&& this.endMs == ((Window) other).endMs;
	}

	@Override
	public int hashCode() {
		return 31 * Long.hashCode(this.startMs) + Long.hashCode(this.endMs);
	}

	@Override
	public String toString() {
		return "Window{startMs=" + this.startMs + ", endMs=" + this.endMs + "}";
	}

}
