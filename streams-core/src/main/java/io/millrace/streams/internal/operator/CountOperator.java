package io.millrace.streams.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * Counts the records of each key.
 */
public final class CountOperator extends AggregationOperator {

	/**
	 * Makes the operator.
	 * @param storeName the store of the counts
	 */
	public CountOperator(String storeName) {
		super(storeName);
	}

	@Override
	Object add(Object key, Object value, @Nullable Object aggregate) {
		return (aggregate != null) ? (Long) aggregate + 1 : 1L;
	}

	@Override
	boolean runsUserCode() {
		return false;
	}

}
