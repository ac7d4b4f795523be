package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.millrace.streams.kstream.internals.TimeWindow;
import org.jspecify.annotations.Nullable;

/**
 * Windows of a fixed size that start at multiples of a fixed advance since the epoch:
 * tumbling if the advance is the size, which it is unless {@link #advanceBy} says
 * otherwise; hopping, and overlapping, if it is less. A window takes records of times
 * from its start, inclusive, to its end, exclusive. Immutable.
 * <p>
 * A window closes once stream time reaches its end plus the grace period. A record that
 * comes later is dropped and counted.
 */
public final class TimeWindows extends Windows<TimeWindow> {

	/** The size in milliseconds. */
	public final long sizeMs;

	/** The distance between the starts of two windows in milliseconds. */
	public final long advanceMs;

	private final long graceMs;

	private TimeWindows(long sizeMs, long advanceMs, long graceMs) {
		this.sizeMs = sizeMs;
		this.advanceMs = advanceMs;
		this.graceMs = graceMs;
	}

	/**
	 * Tumbling windows that close at their end.
	 * @param size the size, at least one millisecond
	 * @return the windows
	 * @throws IllegalArgumentException if the size is less than a millisecond or too
	 * large for milliseconds
	 */
	public static TimeWindows ofSizeWithNoGrace(Duration size) throws IllegalArgumentException {
		return ofSizeAndGrace(size, Duration.ZERO);
	}

	/**
	 * Tumbling windows that close some time after their end.
	 * @param size the size, at least one millisecond
	 * @param afterWindowEnd the grace period, not negative
	 * @return the windows
	 * @throws IllegalArgumentException if the size is less than a millisecond, the grace
	 * period negative, or either too large for milliseconds
	 */
	public static TimeWindows ofSizeAndGrace(Duration size, Duration afterWindowEnd) throws IllegalArgumentException {
		long sizeMs = Durations.positive("The size of a window", size);
		return new TimeWindows(sizeMs, sizeMs, Durations.notNegative("A grace period", afterWindowEnd));
	}

	/**
	 * Hopping windows of the same size and grace period.
	 * @param advance the distance between the starts of two windows, from one millisecond
	 * to the size
	 * @return other windows
	 * @throws IllegalArgumentException if the advance is less than a millisecond or more
	 * than the size
	 */
	public TimeWindows advanceBy(Duration advance) {
		long millis = Durations.positive("The advance of windows", advance);
		if (millis > this.sizeMs) {
			throw new IllegalArgumentException("The advance of windows can't be " + millis + " ms, which is more than"
					+ " their size of " + this.sizeMs + " ms: records between two windows would be lost.");
		}
		return new TimeWindows(this.sizeMs, millis, this.graceMs);
	}

	@Override
	public Map<Long, TimeWindow> windowsFor(long timestamp) {
		Map<Long, TimeWindow> windows = new LinkedHashMap<>();
		for (long start = firstStart(timestamp); start >= 0 && start <= timestamp; start += this.advanceMs) {
			windows.put(start, new TimeWindow(start, end(start)));
		}
		return windows;
	}

	private long firstStart(long timestamp) {
		return Math.max(0, timestamp - this.sizeMs + this.advanceMs) / this.advanceMs * this.advanceMs;
	}

	private long end(long start) {
		long end = start + this.sizeMs;
		return (end < 0) ? Long.MAX_VALUE : end;
	}

	@Override
	public long size() {
		return this.sizeMs;
	}

	@Override
	public long gracePeriodMs() {
		return this.graceMs;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof TimeWindows windows && this.sizeMs == windows.sizeMs
				&& this.advanceMs == windows.advanceMs && this.graceMs == windows.graceMs;
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.sizeMs, this.advanceMs, this.graceMs);
	}

	@Override
	public String toString() {
		return "TimeWindows{sizeMs=" + this.sizeMs + ", advanceMs=" + this.advanceMs + ", graceMs=" + this.graceMs
				+ "}";
	}

}
