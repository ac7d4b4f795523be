package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What a suppression's buffer holds for a key, in the layout that Kafka Streams gives it
 * in the changelog: where the last change is from, the value that was passed on before,
 * the last change's old and new value, and the time by which the row is ordered.
 */
final class SuppressedRow {

	/** The version of the layout, in a header of changelog records. */
	static final byte VERSION = 3;

	static final String VERSION_HEADER = "v";

	private static final int NONE = -1;

	private static final int AS_PRIOR = -2;

	private final long timestamp;

	private final long offset;

	private final String topic;

	private final int partition;

	private final Headers headers;

	private final byte @Nullable [] prior;

	private final byte @Nullable [] oldValue;

	private final byte @Nullable [] newValue;

	private final long time;

	/**
	 * Makes a row.
	 * @param timestamp the timestamp of the last change
	 * @param offset the offset of the record that brought it about, -1 for none
	 * @param topic the topic of that record, empty for none
	 * @param partition the partition of that record, -1 for none
	 * @param headers the headers of the last change
	 * @param prior the value that was passed on before the first change
	 * @param oldValue the value before the last change
	 * @param newValue the value after it
	 * @param time the time by which the row is ordered
	 */
	SuppressedRow(long timestamp, long offset, String topic, int partition, Headers headers, byte @Nullable [] prior,
			byte @Nullable [] oldValue, byte @Nullable [] newValue, long time) {
		this.timestamp = timestamp;
		this.offset = offset;
		this.topic = topic;
		this.partition = partition;
		this.headers = headers;
		this.prior = prior;
		this.oldValue = oldValue;
		this.newValue = newValue;
		this.time = time;
	}

	long timestamp() {
		return this.timestamp;
	}

	long offset() {
		return this.offset;
	}

	String topic() {
		return this.topic;
	}

	int partition() {
		return this.partition;
	}

	Headers headers() {
		return this.headers;
	}

	byte @Nullable [] prior() {
		return this.prior;
	}

	byte @Nullable [] oldValue() {
		return this.oldValue;
	}

	byte @Nullable [] newValue() {
		return this.newValue;
	}

	long time() {
		return this.time;
	}

	byte[] encode() {
		byte[] topicName = this.topic.getBytes(StandardCharsets.UTF_8);
		boolean oldIsPrior = this.oldValue != null && Arrays.equals(this.prior, this.oldValue);
		ByteBuffer buffer = ByteBuffer.allocate(3 * Long.BYTES + 6 * Integer.BYTES + topicName.length + headerBytes()
				+ length(this.prior) + (oldIsPrior ? 0 : length(this.oldValue)) + length(this.newValue));
		buffer.putLong(this.timestamp).putLong(this.offset);
		put(buffer, topicName);
		buffer.putInt(this.partition).putInt(this.headers.toArray().length);
		for (Header header : this.headers) {
			put(buffer, header.key().getBytes(StandardCharsets.UTF_8));
			put(buffer, header.value());
		}
		put(buffer, this.prior);
		if (oldIsPrior) {
			buffer.putInt(AS_PRIOR);
		}
		else {
			put(buffer, this.oldValue);
		}
		put(buffer, this.newValue);
		return buffer.putLong(this.time).array();
	}

	private int headerBytes() {
		int bytes = 0;
		for (Header header : this.headers) {
			bytes += 2 * Integer.BYTES + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
		}
		return bytes;
	}

	private static int length(byte @Nullable [] bytes) {
		return (bytes != null) ? bytes.length : 0;
	}

	private static void put(ByteBuffer buffer, byte @Nullable [] bytes) {
		if (bytes != null) {
			buffer.putInt(bytes.length).put(bytes);
		}
		else {
			buffer.putInt(NONE);
		}
	}

	/**
	 * Reads a row.
	 * @throws java.nio.BufferUnderflowException if it isn't one
	 */
	static SuppressedRow decode(byte[] content) {
		ByteBuffer buffer = ByteBuffer.wrap(content);
		long timestamp = buffer.getLong();
		long offset = buffer.getLong();
		byte[] topic = get(buffer);
		int partition = buffer.getInt();
		int count = buffer.getInt();
		RecordHeaders headers = new RecordHeaders();
		for (int i = 0; i < count; i++) {
			byte[] key = get(buffer);
			headers.add(new RecordHeader(text(key), get(buffer)));
		}
		byte[] prior = get(buffer);
		int length = buffer.getInt();
		byte[] oldValue = (length == AS_PRIOR) ? prior : get(buffer, length);
		byte[] newValue = get(buffer);
		return new SuppressedRow(timestamp, offset, text(topic), partition, headers, prior, oldValue, newValue,
				buffer.getLong());
	}

	private static String text(byte @Nullable [] bytes) {
		return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : "";
	}

	private static byte @Nullable [] get(ByteBuffer buffer) {
		return get(buffer, buffer.getInt());
	}

	private static byte @Nullable [] get(ByteBuffer buffer, int length) {
		if (length == NONE) {
			return null;
		}
		byte[] bytes = new byte[length];
		buffer.get(bytes);
		return bytes;
	}

	/**
	 * How many bytes the row counts for.
	 */
	long size(int keyBytes) {
		long size = 3L * Long.BYTES + Integer.BYTES + keyBytes + this.topic.length() + length(this.prior)
				+ length(this.newValue);
		if (!Arrays.equals(this.prior, this.oldValue)) {
			size += length(this.oldValue);
		}
		for (Header header : this.headers) {
			size += header.key().length() + length(header.value());
		}
		return size;
	}

}
