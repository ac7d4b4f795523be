package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Puts two values of the same key together to one of the same type.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
public interface Reducer<V extends @Nullable Object> {

	/**
	 * Reduces two values.
	 * @param value1 the result so far
	 * @param value2 the value to add, never null
	 * @return the result from now on; null deletes the key from the table
	 */
	V apply(V value1, V value2);

}
