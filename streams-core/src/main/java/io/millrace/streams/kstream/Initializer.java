package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Makes the value that the aggregation of a key starts from.
 * <p>
 * One instance serves every task of the application, on several threads at once; it must
 * not keep state.
 *
 * @param <VAgg> the type of the aggregate
 */
@FunctionalInterface
public interface Initializer<VAgg extends @Nullable Object> {

	/**
	 * Makes a start value; called for each key that has no aggregate.
	 * @return the start value, a fresh object if it can be changed
	 */
	VAgg apply();

}
