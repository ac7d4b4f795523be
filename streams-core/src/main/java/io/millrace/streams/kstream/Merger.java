package io.millrace.streams.kstream;

import org.jspecify.annotations.Nullable;

/**
 * Puts the aggregates of two sessions together when a record joins them. Has to be
 * stateless, since tasks share one.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the aggregates
 */
@FunctionalInterface
public interface Merger<K extends @Nullable Object, V extends @Nullable Object> {

	/**
	 * Puts two aggregates together.
	 * @param aggKey the key
	 * @param aggOne the aggregate of the earlier session
	 * @param aggTwo the aggregate of the later session
	 * @return the aggregate of both; null to delete it
	 */
	V apply(K aggKey, V aggOne, V aggTwo);

}
