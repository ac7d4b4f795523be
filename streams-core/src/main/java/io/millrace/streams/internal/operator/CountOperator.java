package io.millrace.streams.internal.operator;

/**
 * Counts the records of each key.
 */
public final class CountOperator extends AggregationOperator {

	/**
	 * Makes the operator.
	 * @param storeName the store of the counts
	 */
	public CountOperator(String storeName) {
		super(storeName, Aggregation.count());
	}

}
