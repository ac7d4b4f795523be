package io.millrace.streams.state;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * Marks stores of bytes that keep eight bytes of timestamp before each value.
 */
public interface TimestampedBytesStore {

	/**
	 * Puts an unknown timestamp before a value.
	 * @param plainValue the value; may be null
	 * @return the value with the timestamp -1 before it; null if there is no value
	 */
	static byte @Nullable [] convertToTimestampedFormat(byte @Nullable [] plainValue) {
		return (plainValue != null)
				? ByteBuffer.allocate(Long.BYTES + plainValue.length).putLong(-1).put(plainValue).array() : null;
	}

}
