package io.millrace.streams.processor;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the output topic of each record.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
@FunctionalInterface
public interface TopicNameExtractor<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * Chooses the topic of a record.
	 * @param key the key, may be null
	 * @param value the value, may be null
	 * @param recordContext where the record came from
	 * @return the name of a topic that exists
	 */
	String extract(@Nullable K key, @Nullable V value, RecordContext recordContext);

}
