package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates the values of each key to one of another type.
 */
public final class AggregateOperator extends AggregationOperator {

	private final Initializer<Object> initializer;

	private final Aggregator<Object, Object, Object> aggregator;

	/**
	 * Makes the operator.
	 * @param storeName the store of the aggregates
	 * @param initializer makes the start value of a key
	 * @param aggregator adds a value
	 */
	@SuppressWarnings("unchecked")
	public AggregateOperator(String storeName, Initializer<?> initializer, Aggregator<?, ?, ?> aggregator) {
		super(storeName);
		this.initializer = (Initializer<Object>) initializer;
		this.aggregator = (Aggregator<Object, Object, Object>) aggregator;
	}

	@Override
	@Nullable Object add(Object key, Object value, @Nullable Object aggregate) {
		return this.aggregator.apply(key, value, (aggregate != null) ? aggregate : this.initializer.apply());
	}

}
