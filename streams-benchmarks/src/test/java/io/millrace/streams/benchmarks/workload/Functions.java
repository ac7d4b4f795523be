package io.millrace.streams.benchmarks.workload;

import java.time.Duration;

/**
 * The user's part of the workloads, the same for all candidates.
 */
public final class Functions {

	public static final Duration WINDOW = Duration.ofMinutes(5);

	public static final Duration GRACE = Duration.ofMinutes(1);

	/** How far hopping windows lie apart. */
	public static final Duration ADVANCE = Duration.ofMinutes(1);

	/** What sliding windows, sessions and joins reach over. */
	public static final Duration REACH = Duration.ofMinutes(1);

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
	 * Which of two sides of a join a value belongs to.
	 */
	public static boolean first(byte[] value) {
		return value[0] < '5';
	}

	/**
	 * The number in a value, behind the digit.
	 */
	public static long number(byte[] value) {
		long number = 0;
		for (int i = 2; value[i] >= '0' && value[i] <= '9'; i++) {
			number = 10 * number + value[i] - '0';
		}
		return number;
	}

	/**
	 * The key that a value refers to: one of all keys, about as often as any other.
	 */
	public static String reference(byte[] value, int keys) {
		long number = number(value) * 7919 % keys;
		return "key-" + Long.toString(100_000_000 + number).substring(1);
	}

	/**
	 * Another key for each key.
	 */
	public static String rekey(String key) {
		return "by" + key.substring(3);
	}

}
