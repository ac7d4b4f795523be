package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Computes a new value from a value, and may look at the key.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueMapperWithKey<K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

	/**
	 * Maps one value.
	 * @param key the key, which must not be changed: records are partitioned by it
	 * @param value the value, null if the record has none
	 * @return the new value; null is allowed
	 */
	VR apply(K key, V value);

}
