package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Computes a new value from a value.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueMapper<V extends @Nullable Object, VR extends @Nullable Object> {

	/**
	 * Maps one value.
	 * @param value the value, null if the record has none
	 * @return the new value; null is allowed
	 */
	VR apply(V value);

}
