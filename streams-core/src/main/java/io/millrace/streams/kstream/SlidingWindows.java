package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Windows of a fixed size that slide along with the records: there is one for each set of
 * records of a key that lie no further apart than the time difference. Both bounds of a
 * window belong to it. Immutable.
 * <p>
 * A window closes once stream time is past its end plus the grace period. A record that
 * comes later is dropped and counted.
 */
public final class SlidingWindows {

	private final long timeDifferenceMs;

	private final long graceMs;

	private SlidingWindows(long timeDifferenceMs, long graceMs) {
		this.timeDifferenceMs = timeDifferenceMs;
		this.graceMs = graceMs;
	}

	/**
	 * Windows that close at their end.
	 * @param timeDifference the longest time between two records of one window, at least
	 * one millisecond
	 * @return the windows
	 * @throws IllegalArgumentException if the difference is less than a millisecond or
	 * too large for milliseconds
	 */
	public static SlidingWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) throws IllegalArgumentException {
		return ofTimeDifferenceAndGrace(timeDifference, Duration.ZERO);
	}

	/**
	 * Windows that close some time after their end.
	 * @param timeDifference the longest time between two records of one window, at least
	 * one millisecond
	 * @param afterWindowEnd the grace period, not negative
	 * @return the windows
	 * @throws IllegalArgumentException if the difference is less than a millisecond, the
	 * grace period negative, or either too large for milliseconds
	 */
	public static SlidingWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd)
			throws IllegalArgumentException {
		return new SlidingWindows(Durations.positive("The time difference of sliding windows", timeDifference),
				Durations.notNegative("A grace period", afterWindowEnd));
	}

	/**
	 * The longest time between two records of one window.
	 * @return milliseconds
	 */
	public long timeDifferenceMs() {
		return this.timeDifferenceMs;
	}

	/**
	 * How long after its end a window still takes records that come out of order.
	 * @return milliseconds of stream time
	 */
	public long gracePeriodMs() {
		return this.graceMs;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof SlidingWindows windows && this.timeDifferenceMs == windows.timeDifferenceMs
				&& this.graceMs == windows.graceMs;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.timeDifferenceMs, this.graceMs);
	}

	@Override
	public String toString() {
		return "SlidingWindows{timeDifferenceMs=" + this.timeDifferenceMs + ", graceMs=" + this.graceMs + "}";
	}

}
