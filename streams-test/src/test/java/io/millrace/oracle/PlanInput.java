package io.millrace.oracle;

import org.jspecify.annotations.Nullable;

/**
 * A record that a plan is given.
 *
 * @param topic the topic
 * @param key the key
 * @param value the value
 * @param timestamp the timestamp
 */
public record PlanInput(String topic, @Nullable String key, @Nullable String value, long timestamp) {

	/**
	 * Whether no valid timestamp is found for records of a timestamp.
	 */
	public static boolean isRejected(long timestamp) {
		return timestamp % 97 == 13;
	}

	@Override
	public String toString() {
		return this.topic + "," + this.key + "," + this.value + "," + this.timestamp;
	}

	static PlanInput parse(String text) {
		String[] parts = text.split(",");
		return new PlanInput(parts[0], orNull(parts[1]), orNull(parts[2]), Long.parseLong(parts[3]));
	}

	private static @Nullable String orNull(String text) {
		return text.equals("null") ? null : text;
	}

}
