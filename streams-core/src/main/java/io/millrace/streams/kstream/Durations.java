package io.millrace.streams.kstream;

import java.time.Duration;
import java.util.Objects;

/**
 * Turns durations that users give into milliseconds, and refuses those that make no
 * sense. Used by what describes windows.
 */
final class Durations {

	private Durations() {
	}

	static long positive(String what, Duration duration) {
		long millis = millis(what, duration);
		if (millis <= 0) {
			throw new IllegalArgumentException(what + " can't be " + duration + "; it has to be 1 ms at least.");
		}
		return millis;
	}

	static long notNegative(String what, Duration duration) {
		long millis = millis(what, duration);
		if (millis < 0) {
			throw new IllegalArgumentException(what + " can't be " + duration + "; it mustn't be negative.");
		}
		return millis;
	}

	static long millis(String what, Duration duration) {
		Objects.requireNonNull(duration, what + " can't be null");
		try {
			return duration.toMillis();
		}
		catch (ArithmeticException ex) {
			throw new IllegalArgumentException(what + " can't be " + duration + ", which is too long for milliseconds.",
					ex);
		}
	}

}
