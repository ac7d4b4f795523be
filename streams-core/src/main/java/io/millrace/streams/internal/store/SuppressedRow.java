package io.millrace.streams.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

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

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	/** Where the topic is, behind timestamp and offset. */
	private static final int TOPIC = 2 * Long.BYTES;

	private static final byte[] NO_TOPIC = {};

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
		return encode(null, this.timestamp, this.offset, this.topic.getBytes(StandardCharsets.UTF_8), this.partition,
				this.headers, this.prior, 0, length(this.prior), this.oldValue, this.newValue, this.time);
	}

	/**
	 * Lays a row out without making one.
	 * @param arrays has arrays that can be used again; null if there are none
	 * @param priorHolder the array that the prior value is in; null for none
	 * @param priorStart where it starts
	 * @param priorLength how long it is
	 */
	static byte[] encode(@Nullable FreeRows arrays, long timestamp, long offset, byte[] topic, int partition,
			Headers headers, byte @Nullable [] priorHolder, int priorStart, int priorLength, byte @Nullable [] oldValue,
			byte @Nullable [] newValue, long time) {
		boolean oldIsPrior = samePrior(priorHolder, priorStart, priorLength, oldValue);
		Header[] all = headers.toArray();
		int length = 3 * Long.BYTES + 6 * Integer.BYTES + topic.length + headerBytes(all) + priorLength
				+ (oldIsPrior ? 0 : length(oldValue)) + length(newValue);
		byte[] content = (arrays != null) ? arrays.take(length) : new byte[length];
		LONGS.set(content, 0, timestamp);
		LONGS.set(content, Long.BYTES, offset);
		int at = put(content, TOPIC, topic);
		INTS.set(content, at, partition);
		INTS.set(content, at + Integer.BYTES, all.length);
		at += 2 * Integer.BYTES;
		for (Header header : all) {
			at = put(content, at, header.key().getBytes(StandardCharsets.UTF_8));
			at = put(content, at, header.value());
		}
		INTS.set(content, at, (priorHolder != null) ? priorLength : NONE);
		at += Integer.BYTES;
		if (priorHolder != null) {
			System.arraycopy(priorHolder, priorStart, content, at, priorLength);
			at += priorLength;
		}
		if (oldIsPrior) {
			INTS.set(content, at, AS_PRIOR);
			at += Integer.BYTES;
		}
		else {
			at = put(content, at, oldValue);
		}
		at = put(content, at, newValue);
		LONGS.set(content, at, time);
		return content;
	}

	private static boolean samePrior(byte @Nullable [] holder, int start, int length, byte @Nullable [] oldValue) {
		return holder != null && oldValue != null
				&& Arrays.equals(holder, start, start + length, oldValue, 0, oldValue.length);
	}

	private static int headerBytes(Header[] headers) {
		int bytes = 0;
		for (Header header : headers) {
			bytes += 2 * Integer.BYTES + header.key().getBytes(StandardCharsets.UTF_8).length + length(header.value());
		}
		return bytes;
	}

	private static int put(byte[] content, int at, byte @Nullable [] part) {
		INTS.set(content, at, (part != null) ? part.length : NONE);
		if (part == null) {
			return at + Integer.BYTES;
		}
		System.arraycopy(part, 0, content, at + Integer.BYTES, part.length);
		return at + Integer.BYTES + part.length;
	}

	/**
	 * Where the length of the prior value is in a row that is laid out.
	 */
	static int placeOfPrior(byte[] content) {
		int at = behind(content, TOPIC) + Integer.BYTES;
		int count = (int) INTS.get(content, at);
		at += Integer.BYTES;
		for (int i = 0; i < count; i++) {
			at = behind(content, behind(content, at));
		}
		return at;
	}

	private static int behind(byte[] content, int at) {
		return at + Integer.BYTES + Math.max(0, (int) INTS.get(content, at));
	}

	/**
	 * The length of the prior value, below zero if there is none.
	 * @param place what {@link #placeOfPrior} gave
	 */
	static int lengthOfPrior(byte[] content, int place) {
		return (int) INTS.get(content, place);
	}

	/**
	 * The time by which a row that is laid out is ordered.
	 */
	static long timeOf(byte[] content) {
		return (long) LONGS.get(content, content.length - Long.BYTES);
	}

	private static int length(byte @Nullable [] bytes) {
		return (bytes != null) ? bytes.length : 0;
	}

	/**
	 * Reads a row.
	 * @throws IndexOutOfBoundsException if it isn't one
	 */
	static SuppressedRow decode(byte[] content) {
		return decode(content, "", NO_TOPIC);
	}

	/**
	 * As {@link #decode(byte[])}, with a topic that the row is likely to name.
	 * @param likelyTopic the topic
	 * @param likelyBytes the same as bytes
	 */
	static SuppressedRow decode(byte[] content, String likelyTopic, byte[] likelyBytes) {
		int at = TOPIC;
		int topicLength = Math.max(0, intAt(content, at));
		at += Integer.BYTES;
		boolean known = topicLength == likelyBytes.length
				&& Arrays.equals(content, Objects.checkFromIndexSize(at, topicLength, content.length), at + topicLength,
						likelyBytes, 0, topicLength);
		String topic = known ? likelyTopic : text(content, at, topicLength);
		at += topicLength;
		int partition = intAt(content, at);
		int count = intAt(content, at + Integer.BYTES);
		at += 2 * Integer.BYTES;
		RecordHeaders headers = new RecordHeaders();
		for (int i = 0; i < count; i++) {
			int keyLength = Math.max(0, intAt(content, at));
			String key = text(content, at + Integer.BYTES, keyLength);
			at += Integer.BYTES + keyLength;
			headers.add(new RecordHeader(key, part(content, at)));
			at = behind(content, at);
		}
		byte[] prior = part(content, at);
		at = behind(content, at);
		byte[] oldValue = (intAt(content, at) == AS_PRIOR) ? prior : part(content, at);
		at = behind(content, at);
		byte[] newValue = part(content, at);
		at = behind(content, at);
		return new SuppressedRow((long) LONGS.get(content, 0), (long) LONGS.get(content, Long.BYTES), topic, partition,
				headers, prior, oldValue, newValue, (long) LONGS.get(content, at));
	}

	private static int intAt(byte[] content, int at) {
		return (int) INTS.get(content, at);
	}

	private static String text(byte[] content, int at, int length) {
		return new String(content, Objects.checkFromIndexSize(at, length, content.length), length,
				StandardCharsets.UTF_8);
	}

	/**
	 * A copy of the part whose length is at a place, null if there is none.
	 */
	private static byte @Nullable [] part(byte[] content, int at) {
		int length = intAt(content, at);
		if (length == NONE) {
			return null;
		}
		int start = Objects.checkFromIndexSize(at + Integer.BYTES, length, content.length);
		return Arrays.copyOfRange(content, start, start + length);
	}

	/**
	 * How many bytes the row counts for.
	 */
	long size(int keyBytes) {
		return size(keyBytes, this.topic.length(), this.headers, this.prior, 0, length(this.prior), this.oldValue,
				this.newValue);
	}

	/**
	 * How many bytes a row counts for that is given as for {@link #encode}.
	 */
	static long size(int keyBytes, int topicLength, Headers headers, byte @Nullable [] priorHolder, int priorStart,
			int priorLength, byte @Nullable [] oldValue, byte @Nullable [] newValue) {
		long size = 3L * Long.BYTES + Integer.BYTES + keyBytes + topicLength + priorLength + length(newValue);
		if (!samePrior(priorHolder, priorStart, priorLength, oldValue)) {
			size += length(oldValue);
		}
		for (Header header : headers.toArray()) {
			size += header.key().length() + length(header.value());
		}
		return size;
	}

}
