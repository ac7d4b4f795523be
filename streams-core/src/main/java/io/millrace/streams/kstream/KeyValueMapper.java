package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Computes something from the key and the value of a record: a new key, a pair, several
 * pairs.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K> the type of the key
 * @param <V> the type of the value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface KeyValueMapper<K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

	/**
	 * Maps one record.
	 * @param key the key, null if the record has none
	 * @param value the value, null if the record has none
	 * @return the result; whether null is allowed is up to the operator
	 */
	VR apply(K key, V value);

}
