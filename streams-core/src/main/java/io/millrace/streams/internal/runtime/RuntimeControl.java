package io.millrace.streams.internal.runtime;

import org.apache.kafka.common.utils.Time;

/**
 * What threads look at because it may change while they run: whether processing is
 * paused, and how many threads share the memory for caches. Set by
 * {@link StreamsRuntime}. Thread-safe.
 */
final class RuntimeControl {

	private final Time time;

	private volatile boolean paused;

	private volatile int threads = 1;

	RuntimeControl(Time time) {
		this.time = time;
	}

	/**
	 * The clock of punctuations, commits and timeouts.
	 */
	long now() {
		return this.time.milliseconds();
	}

	boolean paused() {
		return this.paused;
	}

	void pause(boolean pause) {
		this.paused = pause;
	}

	int threads() {
		return this.threads;
	}

	void threads(int count) {
		this.threads = Math.max(1, count);
	}

}
