package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Adds one record to the aggregate of its key.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VAgg> the type of the aggregate
 */
@FunctionalInterface
public interface Aggregator<K extends @Nullable Object, V extends @Nullable Object, VAgg extends @Nullable Object> {

	/**
	 * Adds one record.
	 * @param key the key
	 * @param value the value, never null
	 * @param aggregate the aggregate so far
	 * @return the aggregate from now on; null deletes the key from the table
	 */
	VAgg apply(K key, V value, VAgg aggregate);

}
