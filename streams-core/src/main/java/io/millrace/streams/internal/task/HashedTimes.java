package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.common.utils.Utils;

/**
 * The times of window clocks in little room: the latest first, each time once, as the
 * distance from the one before, with the hashes of all keys that have it. The hashes
 * begin with a number that is chosen so that no two of the keys have the same. Written
 * and read by {@link CommitMetadata}.
 */
final class HashedTimes implements ClockTimes {

	private static final Comparator<Hashed> LATEST_FIRST = Comparator.comparingLong(Hashed::time)
		.reversed()
		.thenComparingInt(Hashed::hash);

	/** Of a number, so many in each byte. */
	private static final int BITS = 7;

	private static final long LOW = (1 << BITS) - 1;

	private static final int MORE = 1 << BITS;

	private final int salt;

	private final Map<Integer, Long> times;

	private HashedTimes(int salt, Map<Integer, Long> times) {
		this.salt = salt;
		this.times = times;
	}

	/**
	 * Writes times. If there isn't room for all, those are left out that are furthest
	 * behind.
	 * @param times the times by the keys of their clocks
	 * @param base the time from which the first distance counts
	 * @param bytes what to write to, as far as there is room
	 */
	static void write(Map<String, Long> times, long base, ByteBuffer bytes) {
		int salt = salt(times.keySet());
		List<Hashed> hashed = new ArrayList<>();
		times.forEach((key, time) -> hashed.add(new Hashed(hash(salt, key), time)));
		hashed.sort(LATEST_FIRST);
		bytes.put((byte) salt);
		long before = base;
		int first = 0;
		while (first < hashed.size()) {
			long time = hashed.get(first).time;
			int next = first;
			while (next < hashed.size() && hashed.get(next).time == time) {
				next++;
			}
			int count = Math.min(next - first, room(bytes, before - time, next - first));
			if (count <= 0) {
				return;
			}
			writeNumber(zigzag(before - time), bytes);
			writeNumber(count, bytes);
			for (int i = 0; i < count; i++) {
				bytes.putInt(hashed.get(first + i).hash);
			}
			before = time;
			first = next;
		}
	}

	private static int room(ByteBuffer bytes, long distance, int count) {
		return (bytes.remaining() - length(zigzag(distance)) - length(count)) / Integer.BYTES;
	}

	/**
	 * Numbers near 0 become small ones.
	 */
	private static long zigzag(long number) {
		return (number << 1) ^ (number >> (Long.SIZE - 1));
	}

	private static int length(long number) {
		return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + BITS - 1) / BITS);
	}

	private static void writeNumber(long number, ByteBuffer bytes) {
		long rest = number;
		while ((rest & ~LOW) != 0) {
			bytes.put((byte) ((rest & LOW) | MORE));
			rest >>>= BITS;
		}
		bytes.put((byte) rest);
	}

	private static long readNumber(ByteBuffer bytes) {
		long number = 0;
		for (int shift = 0; shift < Long.SIZE; shift += BITS) {
			byte next = bytes.get();
			number |= (next & LOW) << shift;
			if ((next & MORE) == 0) {
				return number;
			}
		}
		throw new IllegalArgumentException("A number has no end");
	}

	private static int salt(Set<String> keys) {
		Set<Integer> hashes = new HashSet<>();
		for (int salt = 0; salt <= Byte.MAX_VALUE; salt++) {
			hashes.clear();
			for (String key : keys) {
				hashes.add(hash(salt, key));
			}
			if (hashes.size() == keys.size()) {
				return salt;
			}
		}
		throw new IllegalStateException("Names can't be told apart by hashes: " + keys);
	}

	private static int hash(int salt, String key) {
		return Utils.murmur2(((char) ('0' + salt) + key).getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Reads times.
	 * @param base the time from which the first distance counts
	 * @param bytes what was written, up to its end
	 * @throws java.nio.BufferUnderflowException if they are cut off
	 * @throws IllegalArgumentException if they are of another origin
	 */
	static HashedTimes read(long base, ByteBuffer bytes) {
		int salt = bytes.get();
		Map<Integer, Long> times = new HashMap<>();
		long time = base;
		while (bytes.hasRemaining()) {
			long distance = readNumber(bytes);
			time -= (distance >>> 1) ^ -(distance & 1);
			long count = readNumber(bytes);
			for (long i = 0; i < count; i++) {
				times.put(bytes.getInt(), time);
			}
		}
		return new HashedTimes(salt, times);
	}

	@Override
	public long time(String key) {
		return this.times.getOrDefault(hash(this.salt, key), StreamTime.UNKNOWN);
	}

	private record Hashed(int hash, long time) {
	}

}
