package io.millrace.streams.internal.store;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Sends to the changelog of one store; the runtime knows topic, partition and offset.
 */
@FunctionalInterface
public interface ChangelogWriter {

	/**
	 * Sends one record.
	 * @param key the serialised key
	 * @param value the serialised value, null for a delete
	 * @param timestamp the timestamp in milliseconds
	 * @param headers the headers, or null for none
	 */
	void write(byte[] key, byte @Nullable [] value, long timestamp, @Nullable Headers headers);

}
