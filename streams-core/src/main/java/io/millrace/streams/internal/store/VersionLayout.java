package io.millrace.streams.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * How a versioned store is laid out in the engine. Versions: the key with its length
 * before it and the version's time behind, so that those of a key lie side by side in the
 * order of time. Besides, for each version without a value, its time and then its key, so
 * that keys that are gone for good can be found and forgotten. A content begins with a
 * byte that tells a value from none.
 */
final class VersionLayout {

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final byte VERSION = 0;

	private static final byte GONE = 1;

	private static final byte[] NO_VALUE = { 0 };

	private static final byte SOME_VALUE = 1;

	private static final int KEY_AT = Byte.BYTES + Integer.BYTES;

	private VersionLayout() {
	}

	static byte[] version(byte[] key, long timestamp) {
		return version(key, timestamp, OverlayEntry.NO_BYTES);
	}

	/**
	 * The same, in an array that may be one that served before.
	 */
	static byte[] version(byte[] key, long timestamp, byte[] again) {
		return put(key, timestamp, array(KEY_AT + key.length + Long.BYTES, again));
	}

	/**
	 * A bound above all versions of a key up to a time, that time included.
	 */
	static byte[] behind(byte[] key, long timestamp) {
		return behind(key, timestamp, OverlayEntry.NO_BYTES);
	}

	/**
	 * The same, in an array that may be one that served before.
	 */
	static byte[] behind(byte[] key, long timestamp, byte[] again) {
		byte[] bound = put(key, timestamp, array(KEY_AT + key.length + Long.BYTES + 1, again));
		bound[bound.length - 1] = 0;
		return bound;
	}

	private static byte[] array(int length, byte[] again) {
		return (again.length == length) ? again : new byte[length];
	}

	private static byte[] put(byte[] key, long timestamp, byte[] array) {
		array[0] = VERSION;
		INTS.set(array, Byte.BYTES, key.length);
		System.arraycopy(key, 0, array, KEY_AT, key.length);
		LONGS.set(array, KEY_AT + key.length, timestamp);
		return array;
	}

	/**
	 * Whether a version is one of the key that another version, or a bound, is of.
	 */
	static boolean sameKey(byte[] version, byte[] other) {
		int end = version.length - Long.BYTES;
		// The length of the key is compared first, so the other reaches as far.
		return (int) INTS.get(version, Byte.BYTES) == (int) INTS.get(other, Byte.BYTES)
				&& Arrays.equals(version, KEY_AT, end, other, KEY_AT, end);
	}

	static long timeOf(byte[] version) {
		return (long) LONGS.get(version, version.length - Long.BYTES);
	}

	static byte[] keyOf(byte[] version) {
		return Arrays.copyOfRange(version, KEY_AT, version.length - Long.BYTES);
	}

	/**
	 * The engine's key under which a version without a value is found by its time.
	 */
	static byte[] gone(byte[] key, long timestamp) {
		byte[] gone = new byte[Byte.BYTES + Long.BYTES + key.length];
		gone[0] = GONE;
		LONGS.set(gone, Byte.BYTES, timestamp);
		System.arraycopy(key, 0, gone, Byte.BYTES + Long.BYTES, key.length);
		return gone;
	}

	static byte[] goneFrom(long timestamp) {
		return gone(OverlayEntry.NO_BYTES, timestamp);
	}

	static long timeOfGone(byte[] gone) {
		return (long) LONGS.get(gone, Byte.BYTES);
	}

	static byte[] keyOfGone(byte[] gone) {
		return Arrays.copyOfRange(gone, Byte.BYTES + Long.BYTES, gone.length);
	}

	static byte[] content(byte @Nullable [] value) {
		if (value == null) {
			return NO_VALUE;
		}
		byte[] content = new byte[Byte.BYTES + value.length];
		content[0] = SOME_VALUE;
		System.arraycopy(value, 0, content, Byte.BYTES, value.length);
		return content;
	}

	static boolean hasValue(byte[] content) {
		return content[0] == SOME_VALUE;
	}

	static byte @Nullable [] valueOf(byte[] content) {
		return hasValue(content) ? valueOf(content, OverlayEntry.NO_BYTES) : null;
	}

	/**
	 * The value of a content that has one, in an array that may be one that served
	 * before.
	 */
	static byte[] valueOf(byte[] content, byte[] again) {
		byte[] value = array(content.length - Byte.BYTES, again);
		System.arraycopy(content, Byte.BYTES, value, 0, value.length);
		return value;
	}

}
