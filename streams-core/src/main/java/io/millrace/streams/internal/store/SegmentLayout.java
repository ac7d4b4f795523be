package io.millrace.streams.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import io.millrace.streams.kstream.Window;
import io.millrace.streams.kstream.internals.SessionWindow;
import io.millrace.streams.kstream.internals.TimeWindow;

/**
 * How the keys of a window or session store are laid out. In the changelog, as Kafka
 * Streams has it: the key, then for a window its start and a sequence number that tells
 * duplicates apart, for a session its end and its start. In the engine, the number of a
 * segment stands before that: a stretch of time, by the start of a window or the end of a
 * session. So a store stays one ordered range of keys, and what has expired is deleted
 * segment by segment, a range each. Immutable.
 */
final class SegmentLayout {

	/**
	 * The engine's key of what a store remembers beside its content; above all others.
	 */
	static final byte[] MEMORY_KEY = { (byte) 0xff };

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final byte[] NO_BYTES = {};

	private static final int SEGMENT_BYTES = Long.BYTES;

	private static final long SHORTEST_INTERVAL = 60_000;

	private final boolean sessions;

	private final long retention;

	private final long interval;

	private final long windowSize;

	private final boolean duplicates;

	private final long reach;

	private SegmentLayout(boolean sessions, long retention, long interval, long windowSize, boolean duplicates,
			long reach) {
		this.sessions = sessions;
		this.retention = retention;
		this.interval = interval;
		this.windowSize = windowSize;
		this.duplicates = duplicates;
		this.reach = reach;
	}

	/**
	 * The layout of a window store.
	 * @param reach how much longer than the retention windows are kept, unseen
	 */
	static SegmentLayout windows(long retention, long interval, long windowSize, boolean duplicates, long reach) {
		return new SegmentLayout(false, retention, interval, windowSize, duplicates, reach);
	}

	static SegmentLayout sessions(long retention, long interval) {
		return new SegmentLayout(true, retention, interval, 0, false, 0);
	}

	/**
	 * How long a segment is unless said otherwise: what expires is kept by half its
	 * retention too long at most.
	 */
	static long defaultInterval(long retention) {
		return Math.max(retention / 2, SHORTEST_INTERVAL);
	}

	boolean sessions() {
		return this.sessions;
	}

	boolean duplicates() {
		return this.duplicates;
	}

	long retention() {
		return this.retention;
	}

	/**
	 * How long content is kept, seen or unseen.
	 */
	long kept() {
		long kept = this.retention + this.reach;
		return (kept >= 0) ? kept : Long.MAX_VALUE;
	}

	long interval() {
		return this.interval;
	}

	long windowSize() {
		return this.windowSize;
	}

	/**
	 * The time by which content expires.
	 */
	long time(long start, long end) {
		return this.sessions ? end : start;
	}

	/**
	 * The earliest time that is still seen.
	 */
	long earliest(long streamTime) {
		return Math.max(0, streamTime - this.retention + 1);
	}

	/**
	 * The earliest time that is still kept.
	 */
	long earliestKept(long streamTime) {
		return Math.max(0, earliest(streamTime) - this.reach);
	}

	long segment(long time) {
		return time / this.interval;
	}

	/**
	 * The end of a window that starts at a time.
	 */
	long end(long start) {
		long end = start + this.windowSize;
		return (end < 0) ? Long.MAX_VALUE : end;
	}

	Window window(long start, long end) {
		return this.sessions ? new SessionWindow(start, end) : new TimeWindow(start, end);
	}

	private int suffixBytes() {
		return this.sessions ? 2 * Long.BYTES : Long.BYTES + Integer.BYTES;
	}

	byte[] engineKey(byte[] key, long start, long end, int sequence) {
		byte[] engineKey = new byte[SEGMENT_BYTES + key.length + suffixBytes()];
		LONGS.set(engineKey, 0, segment(time(start, end)));
		System.arraycopy(key, 0, engineKey, SEGMENT_BYTES, key.length);
		int suffix = SEGMENT_BYTES + key.length;
		LONGS.set(engineKey, suffix, time(start, end));
		if (this.sessions) {
			LONGS.set(engineKey, suffix + Long.BYTES, start);
		}
		else {
			INTS.set(engineKey, suffix + Long.BYTES, sequence);
		}
		return engineKey;
	}

	byte[] segmentKey(long segment) {
		return ByteBuffer.allocate(SEGMENT_BYTES).putLong(segment).array();
	}

	byte[] changelogKey(byte[] engineKey) {
		return Arrays.copyOfRange(engineKey, SEGMENT_BYTES, engineKey.length);
	}

	/**
	 * Whether a key of the changelog is long enough to be one of this layout.
	 */
	boolean fits(byte[] changelogKey) {
		return changelogKey.length >= suffixBytes();
	}

	byte[] engineKeyOf(byte[] changelogKey) {
		byte[] engineKey = new byte[SEGMENT_BYTES + changelogKey.length];
		System.arraycopy(changelogKey, 0, engineKey, SEGMENT_BYTES, changelogKey.length);
		ByteBuffer.wrap(engineKey).putLong(segment(timeOf(engineKey)));
		return engineKey;
	}

	/**
	 * The time by which the entry of an engine's key expires.
	 */
	long timeOf(byte[] engineKey) {
		return (long) LONGS.get(engineKey, engineKey.length - suffixBytes());
	}

	long startOf(byte[] engineKey) {
		return this.sessions ? (long) LONGS.get(engineKey, engineKey.length - Long.BYTES) : timeOf(engineKey);
	}

	long endOf(byte[] engineKey) {
		return this.sessions ? timeOf(engineKey) : end(timeOf(engineKey));
	}

	int sequenceOf(byte[] engineKey) {
		return this.sessions ? 0 : (int) INTS.get(engineKey, engineKey.length - Integer.BYTES);
	}

	byte[] keyOf(byte[] engineKey) {
		return Arrays.copyOfRange(engineKey, SEGMENT_BYTES, engineKey.length - suffixBytes());
	}

	int keyBytes(byte[] engineKey) {
		return engineKey.length - SEGMENT_BYTES - suffixBytes();
	}

	/**
	 * Whether two engine's keys are of the same key.
	 */
	boolean sameKey(byte[] one, byte[] other) {
		return Arrays.equals(one, SEGMENT_BYTES, one.length - suffixBytes(), other, SEGMENT_BYTES,
				other.length - suffixBytes());
	}

	/**
	 * The hash of the key within an engine's key, the same as {@link #hash} of that.
	 */
	int keyHashOf(byte[] engineKey) {
		return hash(engineKey, SEGMENT_BYTES, engineKey.length - suffixBytes());
	}

	static int hash(byte[] key) {
		return hash(key, 0, key.length);
	}

	private static int hash(byte[] bytes, int from, int to) {
		int hash = 1;
		for (int i = from; i < to; i++) {
			hash = 31 * hash + bytes[i];
		}
		return hash;
	}

	/**
	 * Compares the key within an engine's key with another.
	 */
	int compareKey(byte[] engineKey, byte[] key) {
		return Arrays.compareUnsigned(engineKey, SEGMENT_BYTES, engineKey.length - suffixBytes(), key, 0, key.length);
	}

	/**
	 * The lowest engine's key that a key not below the given one can have.
	 */
	byte[] lowest(long segment, byte[] key) {
		return ByteBuffer.allocate(SEGMENT_BYTES + key.length).putLong(segment).put(key).array();
	}

	/**
	 * The engine's key of a key and a time in a segment, below all that have a later one.
	 */
	byte[] from(long segment, byte[] key, long time) {
		return from(segment, key, time, NO_BYTES);
	}

	/**
	 * The same, in an array that may be one that served before.
	 */
	byte[] from(long segment, byte[] key, long time, byte[] again) {
		int length = SEGMENT_BYTES + key.length + Long.BYTES;
		byte[] bound = (again.length == length) ? again : new byte[length];
		put(bound, segment, key, time);
		return bound;
	}

	private static void put(byte[] bound, long segment, byte[] key, long time) {
		LONGS.set(bound, 0, segment);
		System.arraycopy(key, 0, bound, SEGMENT_BYTES, key.length);
		LONGS.set(bound, SEGMENT_BYTES + key.length, time);
	}

	/**
	 * A bound above all engine's keys of a key up to a time in a segment, that time
	 * included.
	 */
	byte[] behind(long segment, byte[] key, long time) {
		return behind(segment, key, time, NO_BYTES);
	}

	/**
	 * The same, in an array that may be one that served before.
	 */
	byte[] behind(long segment, byte[] key, long time, byte[] again) {
		int length = SEGMENT_BYTES + key.length + suffixBytes() + 1;
		byte[] bound = (again.length == length) ? again : new byte[length];
		put(bound, segment, key, time);
		Arrays.fill(bound, SEGMENT_BYTES + key.length + Long.BYTES, length, (byte) 0xff);
		return bound;
	}

	/**
	 * A bound above all engine's keys in a segment whose key isn't above the given one.
	 * Since keys differ in length, that of a shorter one may be above that of the key
	 * itself.
	 */
	byte[] behindKeysTo(long segment, byte[] key) {
		long latest = (segment < Long.MAX_VALUE / this.interval) ? (segment + 1) * this.interval - 1 : Long.MAX_VALUE;
		byte[] highest = behind(segment, key, latest);
		for (int length = 0; length < key.length; length++) {
			byte[] shorter = behind(segment, Arrays.copyOf(key, length), latest);
			if (Arrays.compareUnsigned(shorter, highest) > 0) {
				highest = shorter;
			}
		}
		return highest;
	}

}
