package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;

/**
 * Aggregates the values of each key to one of another type.
 */
public final class AggregateOperator extends AggregationOperator {

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param initializer makes the start value of a key
	 * @param aggregator adds a value
	 */
	public AggregateOperator(String storeName, Initializer<?> initializer, Aggregator<?, ?, ?> aggregator) {
		super(storeName, Aggregation.aggregate(initializer, aggregator));
	}

}
