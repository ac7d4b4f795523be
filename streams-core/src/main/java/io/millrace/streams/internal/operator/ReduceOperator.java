package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Reducer;

/**
 * Puts the values of each key together to one of the same type.
 */
public final class ReduceOperator extends AggregationOperator {

	/**
	 * Makes the operator.
	 * @param storeName the store of the results
	 * @param reducer puts two values together
	 */
	public ReduceOperator(String storeName, Reducer<?> reducer) {
		super(storeName, Aggregation.reduce(reducer));
	}

}
