package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Sessions: windows whose size follows the records. Records of a key that lie no further
 * apart than the inactivity gap belong to one session; a record between two sessions
 * joins them. Immutable.
 * <p>
 * A session closes once stream time is past its last record plus the gap plus the grace
 * period. A record that comes later, and would be a session that is closed already, is
 * dropped and counted.
 */
public final class SessionWindows {

	private final long gapMs;

	private final long graceMs;

	private SessionWindows(long gapMs, long graceMs) {
		this.gapMs = gapMs;
		this.graceMs = graceMs;
	}

	/**
	 * Sessions that close with the gap.
	 * @param inactivityGap the longest time between two records of one session, at least
	 * one millisecond
	 * @return the windows
	 * @throws IllegalArgumentException if the gap is less than a millisecond or too large
	 * for milliseconds
	 */
	public static SessionWindows ofInactivityGapWithNoGrace(Duration inactivityGap) {
		return ofInactivityGapAndGrace(inactivityGap, Duration.ZERO);
	}

	/**
	 * Sessions that close some time after the gap.
	 * @param inactivityGap the longest time between two records of one session, at least
	 * one millisecond
	 * @param afterWindowEnd the grace period, not negative
	 * @return the windows
	 * @throws IllegalArgumentException if the gap is less than a millisecond, the grace
	 * period negative, or either too large for milliseconds
	 */
	public static SessionWindows ofInactivityGapAndGrace(Duration inactivityGap, Duration afterWindowEnd) {
		return new SessionWindows(Durations.positive("The inactivity gap of sessions", inactivityGap),
				Durations.notNegative("A grace period", afterWindowEnd));
	}

	/**
	 * How long after the gap a session still takes records that come out of order.
	 * @return milliseconds of stream time
	 */
	public long gracePeriodMs() {
		return this.graceMs;
	}

	/**
	 * The longest time between two records of one session.
	 * @return milliseconds
	 */
	public long inactivityGap() {
		return this.gapMs;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof SessionWindows windows && this.gapMs == windows.gapMs
				&& this.graceMs == windows.graceMs;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.gapMs, this.graceMs);
	}

	@Override
	public String toString() {
		return "SessionWindows{gapMs=" + this.gapMs + ", graceMs=" + this.graceMs + "}";
	}

}
