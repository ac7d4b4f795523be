package io.millrace.streams.internal.task;

import java.nio.ByteBuffer;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * The one home of stream time within a task: how far it has got, and how it's kept with
 * the committed offsets, in the layout that Kafka Streams uses, so that it survives
 * restarts and moves with the partition.
 */
final class StreamTime {

	/**
	 * No record has been seen yet.
	 */
	static final long UNKNOWN = -1;

	private static final byte LAYOUT = 1;

	private static final int LENGTH = Byte.BYTES + Long.BYTES;

	private long now = UNKNOWN;

	long now() {
		return this.now;
	}

	/**
	 * Sees a record about to be processed.
	 */
	void observe(long timestamp) {
		if (timestamp > this.now) {
			this.now = timestamp;
		}
	}

	/**
	 * Goes back, after an abort.
	 */
	void reset(long now) {
		this.now = now;
	}

	static String encode(long partitionTime) {
		byte[] bytes = ByteBuffer.allocate(LENGTH).put(LAYOUT).putLong(partitionTime).array();
		return Base64.getEncoder().encodeToString(bytes);
	}

	/**
	 * Reads the metadata of a committed offset.
	 * @param metadata the metadata, possibly of another origin
	 * @return the partition time, or {@link #UNKNOWN} if the metadata doesn't hold one
	 */
	static long decode(@Nullable String metadata) {
		if (metadata == null || metadata.isEmpty()) {
			return UNKNOWN;
		}
		byte[] bytes;
		try {
			bytes = Base64.getDecoder().decode(metadata);
		}
		catch (IllegalArgumentException ex) {
			return UNKNOWN;
		}
		// Layout 2 of Kafka Streams appends more behind the same two fields.
		if (bytes.length < LENGTH || bytes[0] < 1 || bytes[0] > 2) {
			return UNKNOWN;
		}
		return ByteBuffer.wrap(bytes, Byte.BYTES, Long.BYTES).getLong();
	}

}
