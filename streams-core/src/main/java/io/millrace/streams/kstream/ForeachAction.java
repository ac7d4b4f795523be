package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Does something with a record besides the stream, such as logging it. Effects outside of
 * Kafka may happen again when a record is processed again after a failure.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
@FunctionalInterface
public interface ForeachAction<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * Takes one record.
	 * @param key the key, null if the record has none
	 * @param value the value, null if the record has none
	 */
	void apply(K key, V value);

}
