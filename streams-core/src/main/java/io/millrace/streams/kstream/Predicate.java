package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Decides on a record, for example whether it passes a filter.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 */
@FunctionalInterface
public interface Predicate<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * Looks at one record.
	 * @param key the key, null if the record has none
	 * @param value the value, null if the record has none
	 * @return whether the condition holds
	 */
	boolean test(K key, V value);

}
