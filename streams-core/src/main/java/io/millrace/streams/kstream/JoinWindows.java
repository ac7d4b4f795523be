package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Which records of two streams are near enough in time to be joined: a record of the
 * stream that the join is called on meets those of the other stream whose times lie from
 * {@code beforeMs} before to {@code afterMs} after its own, both inclusive. Immutable.
 * <p>
 * The window of a record closes once stream time is past its later bound plus the grace
 * period. From then on a left or outer join gives its result without a match, which is
 * final; a record that would contradict it comes too late, is dropped and counted. An
 * inner join meets records as long as their store keeps them, which is the size of the
 * windows plus the grace period.
 */
public class JoinWindows extends Windows<Window> {

	/** How far a match may lie before a record of the first stream, in milliseconds. */
	public final long beforeMs;

	/** How far a match may lie after a record of the first stream, in milliseconds. */
	public final long afterMs;

	private final long graceMs;

	private JoinWindows(long beforeMs, long afterMs, long graceMs) {
		if (beforeMs + afterMs < 0) {
			throw new IllegalArgumentException("A join window from " + beforeMs + " ms before to " + afterMs
					+ " ms after a record holds nothing, or is too long for milliseconds; make the sum of the two zero"
					+ " at least.");
		}
		this.beforeMs = beforeMs;
		this.afterMs = afterMs;
		this.graceMs = graceMs;
	}

	/**
	 * Copies all settings.
	 * @param joinWindows what to copy
	 */
	protected JoinWindows(JoinWindows joinWindows) {
		this(joinWindows.beforeMs, joinWindows.afterMs, joinWindows.graceMs);
	}

	/**
	 * Joins records that lie no further apart than a time, windows closing some time
	 * after that.
	 * @param timeDifference how far apart, not negative
	 * @param afterWindowEnd the grace period, not negative
	 * @return the windows
	 * @throws IllegalArgumentException if either is negative or too large for
	 * milliseconds
	 */
	public static JoinWindows ofTimeDifferenceAndGrace(Duration timeDifference, Duration afterWindowEnd) {
		long millis = Durations.notNegative("The time difference of a join", timeDifference);
		return new JoinWindows(millis, millis, Durations.notNegative("A grace period", afterWindowEnd));
	}

	/**
	 * Joins records that lie no further apart than a time, windows closing at their end.
	 * @param timeDifference how far apart, not negative
	 * @return the windows
	 * @throws IllegalArgumentException if it is negative or too large for milliseconds
	 */
	public static JoinWindows ofTimeDifferenceWithNoGrace(Duration timeDifference) {
		return ofTimeDifferenceAndGrace(timeDifference, Duration.ZERO);
	}

	/**
	 * Changes how far a match may lie before a record of the first stream.
	 * @param timeDifference how far; if negative, it has to lie after the record by that
	 * much at least
	 * @return other windows
	 * @throws IllegalArgumentException if the window would hold nothing, or the
	 * difference is too large for milliseconds
	 */
	public JoinWindows before(Duration timeDifference) throws IllegalArgumentException {
		return new JoinWindows(Durations.millis("The time difference of a join", timeDifference), this.afterMs,
				this.graceMs);
	}

	/**
	 * Changes how far a match may lie after a record of the first stream.
	 * @param timeDifference how far; if negative, it has to lie before the record by that
	 * much at least
	 * @return other windows
	 * @throws IllegalArgumentException if the window would hold nothing, or the
	 * difference is too large for milliseconds
	 */
	public JoinWindows after(Duration timeDifference) throws IllegalArgumentException {
		return new JoinWindows(this.beforeMs, Durations.millis("The time difference of a join", timeDifference),
				this.graceMs);
	}

	/**
	 * Not supported: every record has a window of its own.
	 * @param timestamp ignored
	 * @return never
	 * @throws UnsupportedOperationException always
	 */
	@Override
	public Map<Long, Window> windowsFor(long timestamp) {
		throw new UnsupportedOperationException("Join windows aren't fixed in time; each record has its own.");
	}

	@Override
	public long size() {
		return this.beforeMs + this.afterMs;
	}

	@Override
	public long gracePeriodMs() {
		return this.graceMs;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof JoinWindows windows && this.beforeMs == windows.beforeMs
				&& this.afterMs == windows.afterMs && this.graceMs == windows.graceMs;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.beforeMs, this.afterMs, this.graceMs);
	}

	@Override
	public String toString() {
		return "JoinWindows{beforeMs=" + this.beforeMs + ", afterMs=" + this.afterMs + ", graceMs=" + this.graceMs
				+ "}";
	}

}
