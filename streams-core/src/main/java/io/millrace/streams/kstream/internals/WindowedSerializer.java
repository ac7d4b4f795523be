package io.millrace.streams.kstream.internals;

import io.millrace.streams.kstream.Windowed;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Serialises windowed keys. Records of a windowed table are partitioned by the key alone,
 * so that all windows of a key go to one partition.
 *
 * @param <T> the type of the key within the window
 */
public interface WindowedSerializer<T> extends Serializer<Windowed<T>> {

	/**
	 * What serialises the key within the window.
	 * @return the serializer, or null if that isn't to be known
	 */
	default @Nullable Serializer<T> inner() {
		return null;
	}

	/**
	 * Serialises the key without its window.
	 * @param topic the topic
	 * @param data the windowed key
	 * @return the bytes of the key
	 */
	byte[] serializeBaseKey(String topic, Windowed<T> data);

	/**
	 * Serialises the key without its window.
	 * @param topic the topic
	 * @param headers the headers of the record
	 * @param data the windowed key
	 * @return the bytes of the key
	 */
	default byte[] serializeBaseKey(String topic, Headers headers, Windowed<T> data) {
		return serializeBaseKey(topic, data);
	}

}
