package io.millrace.streams.internal.runtime;

import java.time.Duration;

/**
 * Turns durations, however long, into times of {@code System.nanoTime()}.
 */
final class Deadline {

	private Deadline() {
	}

	/**
	 * The duration in nanoseconds.
	 * @return {@code Long.MAX_VALUE} if it's longer than that
	 */
	static long saturatedNanos(Duration timeout) {
		try {
			return timeout.toNanos();
		}
		catch (ArithmeticException ex) {
			return Long.MAX_VALUE;
		}
	}

	/**
	 * The time in so many nanoseconds.
	 * @return {@code Long.MAX_VALUE} for never
	 */
	static long after(long nanos) {
		long now = System.nanoTime();
		return (nanos > Long.MAX_VALUE - Math.max(0, now)) ? Long.MAX_VALUE : now + nanos;
	}

}
