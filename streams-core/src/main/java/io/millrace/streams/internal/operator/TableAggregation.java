package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * How the value of a row is added to the aggregate of its group and taken out of it. Used
 * by {@link TableAggregationOperator}; stateless.
 */
public final class TableAggregation {

	private final Aggregation adding;

	private final Aggregation subtracting;

	private TableAggregation(Aggregation adding, Aggregation subtracting) {
		this.adding = adding;
		this.subtracting = subtracting;
	}

	/**
	 * Counts rows.
	 * @return the aggregation
	 */
	public static TableAggregation count() {
		Initializer<Long> zero = () -> 0L;
		Aggregator<Object, Object, Long> oneMore = (key, value, count) -> count + 1;
		Aggregator<Object, Object, Long> oneLess = (key, value, count) -> count - 1;
		return aggregate(zero, oneMore, oneLess);
	}

	/**
	 * Puts values together to one of the same type.
	 * @param adder puts a value to the aggregate
	 * @param subtractor takes one out
	 * @return the aggregation
	 */
	public static TableAggregation reduce(Reducer<?> adder, Reducer<?> subtractor) {
		return new TableAggregation(Aggregation.reduce(adder), Aggregation.reduce(subtractor));
	}

	/**
	 * Aggregates values to one of another type.
	 * @param initializer makes the start value
	 * @param adder adds a value
	 * @param subtractor takes one out
	 * @return the aggregation
	 */
	public static TableAggregation aggregate(Initializer<?> initializer, Aggregator<?, ?, ?> adder,
			Aggregator<?, ?, ?> subtractor) {
		return new TableAggregation(Aggregation.aggregate(initializer, adder),
				Aggregation.aggregate(initializer, subtractor));
	}

	@Nullable Object add(Object key, Object value, @Nullable Object aggregate) {
		return this.adding.add(key, value, aggregate);
	}

	@Nullable Object subtract(Object key, Object value, Object aggregate) {
		return this.subtracting.add(key, value, aggregate);
	}

}
