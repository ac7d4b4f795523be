package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

import org.apache.kafka.common.TopicPartition;

/**
 * How far a global store has read each partition of its topic, kept as entries of its
 * engine beside the content and written with it in one batch. Used by the task room.
 */
public final class GlobalPositions {

	/**
	 * The name of the entries among stores; no store of a user can have a blank in it.
	 */
	public static final String STORE = "global positions";

	private GlobalPositions() {
	}

	/**
	 * Looks a position up.
	 * @param engine the engine
	 * @param partition a partition of the topic
	 * @return the offset to read from, or empty if nothing of the partition was read
	 */
	public static OptionalLong read(StateEngine engine, TopicPartition partition) {
		byte[] value = engine.get(STORE, key(partition));
		return (value != null) ? OptionalLong.of(ByteBuffer.wrap(value).getLong()) : OptionalLong.empty();
	}

	/**
	 * Writes a position together with the content that it belongs to.
	 * @param batch the batch
	 * @param partition a partition of the topic
	 * @param offset the offset to read from after the batch
	 */
	public static void write(EngineBatch batch, TopicPartition partition, long offset) {
		batch.put(STORE, key(partition), ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
	}

	private static byte[] key(TopicPartition partition) {
		return partition.toString().getBytes(StandardCharsets.UTF_8);
	}

}
