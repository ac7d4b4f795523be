package io.millrace.streams;

import java.time.Duration;

/**
 * The wall clock of a {@link TopologyTestDriver}; it stands still unless moved.
 */
final class DriverTime {

	private long millis;

	DriverTime(long millis) {
		this.millis = millis;
	}

	void advance(Duration duration) {
		this.millis += duration.toMillis();
	}

	long milliseconds() {
		return this.millis;
	}

}
