package io.millrace.streams.benchmarks.workload;

import java.time.Duration;

/**
 * The user's part of the workloads, the same for all candidates.
 */
public final class Functions {

	public static final Duration WINDOW = Duration.ofMinutes(5);

	public static final Duration GRACE = Duration.ofMinutes(1);

	private Functions() {
	}

	/**
	 * Changes a value and leaves its length.
	 */
	public static String map(String value) {
		return value.substring(1).concat("!");
	}

	/**
	 * Lets nine of ten through, by the first character, which is a digit at first.
	 */
	public static boolean keep(String value) {
		return value.charAt(0) != '0';
	}

	/**
	 * Another key for each key.
	 */
	public static String rekey(String key) {
		return "by" + key.substring(3);
	}

}
