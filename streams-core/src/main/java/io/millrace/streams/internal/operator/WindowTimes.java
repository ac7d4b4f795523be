package io.millrace.streams.internal.operator;

/**
 * Arithmetic of times that doesn't go around at the end of all time.
 */
final class WindowTimes {

	private WindowTimes() {
	}

	static long earlier(long time, long millis) {
		long earlier = time - millis;
		if (millis > 0) {
			return (earlier > time) ? Long.MIN_VALUE : earlier;
		}
		return (earlier < time) ? Long.MAX_VALUE : earlier;
	}

	static long later(long time, long millis) {
		long later = time + millis;
		return (millis > 0 && later < time) ? Long.MAX_VALUE : later;
	}

}
