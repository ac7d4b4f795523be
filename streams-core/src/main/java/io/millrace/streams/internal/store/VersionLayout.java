package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
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

	private static final byte VERSION = 0;

	private static final byte GONE = 1;

	private static final byte[] NO_VALUE = { 0 };

	private static final byte SOME_VALUE = 1;

	private static final int KEY_AT = Byte.BYTES + Integer.BYTES;

	private VersionLayout() {
	}

	static byte[] version(byte[] key, long timestamp) {
		return ByteBuffer.allocate(KEY_AT + key.length + Long.BYTES)
			.put(VERSION)
			.putInt(key.length)
			.put(key)
			.putLong(timestamp)
			.array();
	}

	/**
	 * A bound above all versions of a key up to a time, that time included.
	 */
	static byte[] behind(byte[] key, long timestamp) {
		byte[] version = version(key, timestamp);
		return Arrays.copyOf(version, version.length + 1);
	}

	static long timeOf(byte[] version) {
		return ByteBuffer.wrap(version).getLong(version.length - Long.BYTES);
	}

	static byte[] keyOf(byte[] version) {
		return Arrays.copyOfRange(version, KEY_AT, version.length - Long.BYTES);
	}

	/**
	 * The engine's key under which a version without a value is found by its time.
	 */
	static byte[] gone(byte[] key, long timestamp) {
		return ByteBuffer.allocate(Byte.BYTES + Long.BYTES + key.length).put(GONE).putLong(timestamp).put(key).array();
	}

	static byte[] goneFrom(long timestamp) {
		return gone(OverlayEntry.NO_BYTES, timestamp);
	}

	static long timeOfGone(byte[] gone) {
		return ByteBuffer.wrap(gone).getLong(Byte.BYTES);
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

	static byte @Nullable [] valueOf(byte[] content) {
		return (content[0] == SOME_VALUE) ? Arrays.copyOfRange(content, Byte.BYTES, content.length) : null;
	}

}
