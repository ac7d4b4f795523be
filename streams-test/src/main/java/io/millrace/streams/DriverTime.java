package io.millrace.streams;

import java.time.Duration;

import org.apache.kafka.common.utils.Time;

/**
 * The wall clock of a {@link TopologyTestDriver}; it stands still unless moved.
 */
final class DriverTime implements Time {

	private long millis;

	DriverTime(long millis) {
		this.millis = millis;
	}

	void advance(Duration duration) {
		this.millis += duration.toMillis();
	}

	@Override
	public long milliseconds() {
		return this.millis;
	}

	@Override
	public long nanoseconds() {
		return Duration.ofMillis(this.millis).toNanos();
	}

	@Override
	public void sleep(long millis) {
		this.millis += millis;
	}

}
