package io.millrace.streams.state;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Turns the instants of queries and the durations of stores into milliseconds.
 */
final class Instants {

	private Instants() {
	}

	static long millis(Instant instant, String what) {
		Objects.requireNonNull(instant, what + " can't be null");
		try {
			return instant.toEpochMilli();
		}
		catch (ArithmeticException ex) {
			throw new IllegalArgumentException(what + " can't be " + instant + ", too far from 1970.", ex);
		}
	}

	static long millis(Duration duration, String what) {
		Objects.requireNonNull(duration, what + " can't be null");
		try {
			return duration.toMillis();
		}
		catch (ArithmeticException ex) {
			throw new IllegalArgumentException(what + " can't be " + duration + ", too long for milliseconds.", ex);
		}
	}

}
