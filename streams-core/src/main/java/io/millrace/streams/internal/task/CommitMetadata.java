package io.millrace.streams.internal.task;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What is committed with the offset of an input partition: how far time has got in the
 * partition, and for each window clock of the task how far it has got there. It begins
 * like what Kafka Streams writes, which reads the first of the two and ignores what
 * follows. A broker takes no more than 4096 characters, and refuses the whole commit if
 * there are more. Written and read by {@link StreamTime}.
 *
 * @param partitionTime the highest timestamp processed, or {@link StreamTime#UNKNOWN}
 * @param clocks the time of each window clock by its key
 */
record CommitMetadata(long partitionTime, ClockTimes clocks) {

	static final CommitMetadata NONE = new CommitMetadata(StreamTime.UNKNOWN, ClockTimes.NONE);

	/**
	 * So many clocks have room, however far apart they are.
	 */
	static final int CLOCKS_THAT_FIT = 300;

	/** The default of the broker's offset.metadata.max.bytes. */
	private static final int MOST_CHARACTERS = 4096;

	private static final int MOST_BYTES = MOST_CHARACTERS / 4 * 3;

	private static final byte TIME = 1;

	private static final byte TIME_AND_NAMES = 2;

	/**
	 * Writes it, no longer than what a broker takes. Of more than
	 * {@link #CLOCKS_THAT_FIT} clocks, those may be left out that are furthest behind.
	 * @param partitionTime the highest timestamp processed, or {@link StreamTime#UNKNOWN}
	 * @param clocks the times of clocks by their keys
	 * @return the metadata
	 */
	static String encode(long partitionTime, Map<String, Long> clocks) {
		ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).put(TIME).putLong(partitionTime);
		if (!clocks.isEmpty()) {
			HashedTimes.write(clocks, partitionTime, bytes);
		}
		return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
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
			if (layout != TIME && layout != TIME_AND_NAMES) {
				return NONE;
			}
			long partitionTime = bytes.getLong();
			if (!bytes.hasRemaining()) {
				return new CommitMetadata(partitionTime, ClockTimes.NONE);
			}
			return new CommitMetadata(partitionTime,
					(layout == TIME) ? HashedTimes.read(partitionTime, bytes) : NamedTimes.read(bytes));
		}
		catch (IllegalArgumentException | BufferUnderflowException ex) {
			return NONE;
		}
	}

}
