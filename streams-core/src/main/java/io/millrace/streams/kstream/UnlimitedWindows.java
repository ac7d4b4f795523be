package io.millrace.streams.kstream;

import java.time.Instant;
import java.util.Map;

import io.millrace.streams.kstream.internals.UnlimitedWindow;
import org.jspecify.annotations.Nullable;

/**
 * One window that has a start and never ends. Records of earlier times belong to no
 * window and are left out. Immutable.
 */
public final class UnlimitedWindows extends Windows<UnlimitedWindow> {

	/** The start in milliseconds since the epoch. */
	public final long startMs;

	private UnlimitedWindows(long startMs) {
		this.startMs = startMs;
	}

	/**
	 * A window from the epoch on.
	 * @return the windows
	 */
	public static UnlimitedWindows of() {
		return new UnlimitedWindows(0);
	}

	/**
	 * A window from another instant on.
	 * @param start the start, not before the epoch
	 * @return other windows
	 * @throws IllegalArgumentException if the start is before the epoch
	 */
	public UnlimitedWindows startOn(Instant start) throws IllegalArgumentException {
		long millis;
		try {
			millis = start.toEpochMilli();
		}
		catch (ArithmeticException ex) {
			throw new IllegalArgumentException("A window can't start at " + start + ", too far from 1970.", ex);
		}
		if (millis < 0) {
			throw new IllegalArgumentException("A window can't start at " + start + ", before 1970.");
		}
		return new UnlimitedWindows(millis);
	}

	@Override
	public Map<Long, UnlimitedWindow> windowsFor(long timestamp) {
		return (timestamp >= this.startMs) ? Map.of(this.startMs, new UnlimitedWindow(this.startMs)) : Map.of();
	}

	/**
	 * The size of the window.
	 * @return {@link Long#MAX_VALUE}
	 */
	@Override
	public long size() {
		return Long.MAX_VALUE;
	}

	/**
	 * The window never closes, so there is nothing after its end.
	 * @return 0
	 */
	@Override
	public long gracePeriodMs() {
		return NO_GRACE_PERIOD;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof UnlimitedWindows windows && this.startMs == windows.startMs;
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.startMs);
	}

	@Override
	public String toString() {
		return "UnlimitedWindows{startMs=" + this.startMs + "}";
	}

}
