package io.millrace.streams.internal.task;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What is committed with the offset of an input partition: how far time has got in the
 * partition, and for each window operator of the task how far it has got there. In the
 * layout that Kafka Streams uses, in which the second part is a map from names to numbers
 * that it ignores if it doesn't know a name. Written and read by {@link StreamTime}.
 *
 * @param partitionTime the highest timestamp processed, or {@link StreamTime#UNKNOWN}
 * @param operatorTimes the time of each window operator by its name
 */
record CommitMetadata(long partitionTime, Map<String, Long> operatorTimes) {

	static final CommitMetadata NONE = new CommitMetadata(StreamTime.UNKNOWN, Map.of());

	private static final byte TIME_ONLY = 1;

	private static final byte TIME_AND_MAP = 2;

	private static final int LENGTH = Byte.BYTES + Long.BYTES;

	private static final int LONGEST_NAME = 32;

	/** Of more operators, only the hashes of their names have room. */
	private static final int MANY = 60;

	/**
	 * A broker takes 4096 characters; longer names are cut, and a hash tells them apart.
	 */
	private static byte[] name(String operator) {
		byte[] name = operator.getBytes(StandardCharsets.UTF_8);
		if (name.length <= LONGEST_NAME) {
			return name;
		}
		byte[] shortened = new byte[LONGEST_NAME];
		byte[] end = hash(operator).getBytes(StandardCharsets.UTF_8);
		System.arraycopy(name, 0, shortened, 0, LONGEST_NAME - end.length);
		System.arraycopy(end, 0, shortened, LONGEST_NAME - end.length, end.length);
		return shortened;
	}

	private static String hash(String operator) {
		return "~" + Integer.toHexString(operator.hashCode());
	}

	/**
	 * The time of an operator.
	 * @param operator its name
	 * @return the time, or {@link StreamTime#UNKNOWN}
	 */
	long operatorTime(String operator) {
		Long time = this.operatorTimes.get(new String(name(operator), StandardCharsets.UTF_8));
		return (time != null) ? time : this.operatorTimes.getOrDefault(hash(operator), StreamTime.UNKNOWN);
	}

	String encode() {
		int length = LENGTH;
		List<Map.Entry<byte[], Long>> entries = new ArrayList<>();
		for (Map.Entry<String, Long> entry : this.operatorTimes.entrySet()) {
			byte[] name = (this.operatorTimes.size() > MANY) ? hash(entry.getKey()).getBytes(StandardCharsets.UTF_8)
					: name(entry.getKey());
			entries.add(Map.entry(name, entry.getValue()));
			length += Integer.BYTES + name.length + Long.BYTES;
		}
		length += entries.isEmpty() ? 0 : Integer.BYTES;
		ByteBuffer bytes = ByteBuffer.allocate(length)
			.put(entries.isEmpty() ? TIME_ONLY : TIME_AND_MAP)
			.putLong(this.partitionTime);
		if (!entries.isEmpty()) {
			bytes.putInt(entries.size());
			entries
				.forEach((entry) -> bytes.putInt(entry.getKey().length).put(entry.getKey()).putLong(entry.getValue()));
		}
		return Base64.getEncoder().encodeToString(bytes.array());
	}

	/**
	 * Reads the metadata of a committed offset.
	 * @param metadata the metadata, possibly of another origin
	 * @return what it holds, nothing if it isn't understood
	 */
	static CommitMetadata decode(@Nullable String metadata) {
		if (metadata == null || metadata.isEmpty()) {
			return NONE;
		}
		try {
			ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(metadata));
			byte layout = bytes.get();
			if (layout != TIME_ONLY && layout != TIME_AND_MAP) {
				return NONE;
			}
			long partitionTime = bytes.getLong();
			return new CommitMetadata(partitionTime,
					(layout == TIME_AND_MAP && bytes.hasRemaining()) ? operatorTimes(bytes) : Map.of());
		}
		catch (IllegalArgumentException | BufferUnderflowException ex) {
			return NONE;
		}
	}

	private static Map<String, Long> operatorTimes(ByteBuffer bytes) {
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
		return times;
	}

}
