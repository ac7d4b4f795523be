package io.millrace.streams.processor.api;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record that can be read but not changed.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
public interface ReadOnlyRecord<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * The key.
	 * @return the key, may be null
	 */
	K key();

	/**
	 * The value.
	 * @return the value, may be null
	 */
	V value();

	/**
	 * The timestamp.
	 * @return milliseconds since the epoch
	 */
	long timestamp();

	/**
	 * The headers.
	 * @return the headers
	 */
	Headers headers();

}
