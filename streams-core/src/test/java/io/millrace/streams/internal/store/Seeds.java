package io.millrace.streams.internal.store;

import java.util.Random;

/**
 * Random numbers that a failed run can be repeated with: {@code -Dmillrace.seed=…}.
 */
final class Seeds {

	private final long seed = Long.getLong("millrace.seed", System.nanoTime());

	private final String test;

	Seeds(String test) {
		this.test = test;
	}

	/**
	 * Runs code with a generator and, if it fails, names the seed.
	 */
	void run(int round, Body body) throws Exception {
		long current = this.seed + round;
		try {
			body.run(new Random(current));
		}
		catch (Throwable ex) {
			throw new AssertionError(this.test + " failed with -Dmillrace.seed=" + current, ex);
		}
	}

	interface Body {

		void run(Random random) throws Exception;

	}

}
