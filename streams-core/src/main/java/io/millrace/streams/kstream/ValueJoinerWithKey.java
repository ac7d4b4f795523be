package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Puts the values of two records with the same key together, and may look at the key.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <K1> the type of the key
 * @param <V1> the type of the left value
 * @param <V2> the type of the right value
 * @param <VR> the type of the result
 */
@FunctionalInterface
public interface ValueJoinerWithKey<K1 extends @Nullable Object, V1 extends @Nullable Object, V2 extends @Nullable Object, VR extends @Nullable Object> {

	/**
	 * Joins two values.
	 * @param readOnlyKey the key, which must not be changed
	 * @param value1 the value from the left side
	 * @param value2 the value from the right side, null in a left join that found none
	 * @return the joined value; null is allowed
	 */
	VR apply(K1 readOnlyKey, V1 value1, V2 value2);

}
