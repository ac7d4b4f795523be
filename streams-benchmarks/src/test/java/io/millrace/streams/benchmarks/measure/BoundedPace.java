package io.millrace.streams.benchmarks.measure;

import java.util.function.LongSupplier;

/**
 * The pace of {@link Pace#bounded}: once the last input is too far ahead it stops, for as
 * long as that takes, and time that passes meanwhile doesn't count.
 */
final class BoundedPace implements Pace {

	/** More than a sender can do in the millisecond that it pauses. */
	private static final long AT_ONCE = 4000;

	private final LongSupplier seen;

	private final long aheadMillis;

	private long last;

	BoundedPace(LongSupplier seen, long aheadMillis) {
		this.seen = seen;
		this.aheadMillis = aheadMillis;
	}

	@Override
	public long due(long now, long sent) {
		return (this.last - this.seen.getAsLong() < this.aheadMillis) ? sent + AT_ONCE : sent;
	}

	@Override
	public long timestamp(long number, long now) {
		this.last = now;
		return now;
	}

}
