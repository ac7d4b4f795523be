package io.millrace.streams.internal.task;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The times of window clocks by names, in the layout that Kafka Streams has for numbers
 * of processors. Earlier versions wrote it, names of more than 32 bytes cut and told
 * apart by a hash, and of many operators the hashes alone. It is read only.
 */
final class NamedTimes implements ClockTimes {

	private static final int LONGEST_NAME = 32;

	private final Map<String, Long> times;

	private NamedTimes(Map<String, Long> times) {
		this.times = times;
	}

	/**
	 * Reads them.
	 * @throws BufferUnderflowException if they are cut off
	 */
	static NamedTimes read(ByteBuffer bytes) {
		Map<String, Long> times = new HashMap<>();
		int count = bytes.getInt();
		for (int i = 0; i < count; i++) {
			int length = bytes.getInt();
			if (length < 0 || length > bytes.remaining()) {
				throw new BufferUnderflowException();
			}
			byte[] name = new byte[length];
			bytes.get(name);
			times.put(new String(name, StandardCharsets.UTF_8), bytes.getLong());
		}
		return new NamedTimes(times);
	}

	@Override
	public long time(String key) {
		Long time = this.times.get(shortened(key));
		return (time != null) ? time : this.times.getOrDefault(hash(key), StreamTime.UNKNOWN);
	}

	private static String shortened(String key) {
		byte[] name = key.getBytes(StandardCharsets.UTF_8);
		if (name.length <= LONGEST_NAME) {
			return key;
		}
		byte[] shortened = new byte[LONGEST_NAME];
		byte[] end = hash(key).getBytes(StandardCharsets.UTF_8);
		System.arraycopy(name, 0, shortened, 0, LONGEST_NAME - end.length);
		System.arraycopy(end, 0, shortened, LONGEST_NAME - end.length, end.length);
		return new String(shortened, StandardCharsets.UTF_8);
	}

	private static String hash(String key) {
		return "~" + Integer.toHexString(key.hashCode());
	}

}
