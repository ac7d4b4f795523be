package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the values of each key together to one of the same type.
 */
public final class ReduceOperator extends AggregationOperator {

	private final Reducer<Object> reducer;

	/**
	 * Makes the operator.
	 * @param storeName the store of the results
	 * @param reducer puts two values together
	 */
	@SuppressWarnings("unchecked")
	public ReduceOperator(String storeName, Reducer<?> reducer) {
		super(storeName);
		this.reducer = (Reducer<Object>) reducer;
	}

	@Override
	@Nullable Object add(Object key, Object value, @Nullable Object aggregate) {
		return (aggregate != null) ? this.reducer.apply(aggregate, value) : value;
	}

}
