package io.millrace.streams.internal.operator;

import io.millrace.streams.kstream.Aggregator;
import io.millrace.streams.kstream.Initializer;
import io.millrace.streams.kstream.Merger;
import io.millrace.streams.kstream.Reducer;
import org.jspecify.annotations.Nullable;

/**
 * How a value is added to an aggregate: counted, reduced or aggregated. Shared by all
 * operators that aggregate, windowed or not; stateless.
 */
public abstract class Aggregation {

	private Aggregation() {
	}

	/**
	 * Adds one value.
	 * @param key the key
	 * @param value the value to add
	 * @param aggregate the aggregate so far, null if there is none
	 * @return the aggregate from now on, null to delete the row
	 */
	abstract @Nullable Object add(Object key, @Nullable Object value, @Nullable Object aggregate);

	/**
	 * Puts two aggregates together.
	 * @param key the key
	 * @param one the aggregate of the earlier session, or what {@link #empty()} gives
	 * @param other the aggregate of the later session
	 * @return the aggregate of both
	 */
	abstract @Nullable Object merge(Object key, @Nullable Object one, Object other);

	/**
	 * The aggregate of no value at all, to put others together with.
	 * @return the start value; null if there is none
	 */
	@Nullable Object empty() {
		return null;
	}

	/**
	 * Whether {@link #add} might change the aggregate that it is given.
	 */
	boolean runsUserCode() {
		return true;
	}

	/**
	 * Counts.
	 * @return the aggregation
	 */
	public static Aggregation count() {
		return new Count();
	}

	/**
	 * Puts values together to one of the same type.
	 * @param reducer puts two values together
	 * @return the aggregation
	 */
	public static Aggregation reduce(Reducer<?> reducer) {
		return new Reduce(reducer);
	}

	/**
	 * Aggregates values to one of another type.
	 * @param initializer makes the start value
	 * @param aggregator adds a value
	 * @return the aggregation
	 */
	public static Aggregation aggregate(Initializer<?> initializer, Aggregator<?, ?, ?> aggregator) {
		return new Aggregate(initializer, aggregator, null);
	}

	/**
	 * Aggregates values to one of another type, by sessions.
	 * @param initializer makes the start value
	 * @param aggregator adds a value
	 * @param merger puts two aggregates together
	 * @return the aggregation
	 */
	public static Aggregation aggregate(Initializer<?> initializer, Aggregator<?, ?, ?> aggregator,
			Merger<?, ?> merger) {
		return new Aggregate(initializer, aggregator, merger);
	}

	private static final class Count extends Aggregation {

		@Override
		Object add(Object key, @Nullable Object value, @Nullable Object aggregate) {
			return (aggregate != null) ? (Long) aggregate + 1 : 1L;
		}

		@Override
		Object merge(Object key, @Nullable Object one, Object other) {
			return (one != null) ? Long.valueOf((Long) one + (Long) other) : other;
		}

		@Override
		boolean runsUserCode() {
			return false;
		}

	}

	private static final class Reduce extends Aggregation {

		private final Reducer<Object> reducer;

		@SuppressWarnings("unchecked")
		private Reduce(Reducer<?> reducer) {
			this.reducer = (Reducer<Object>) reducer;
		}

		@Override
		@SuppressWarnings("NullAway")
		@Nullable Object add(Object key, @Nullable Object value, @Nullable Object aggregate) {
			return (aggregate != null) ? this.reducer.apply(aggregate, value) : value;
		}

		@Override
		@Nullable Object merge(Object key, @Nullable Object one, Object other) {
			return add(key, other, one);
		}

	}

	private static final class Aggregate extends Aggregation {

		private final Initializer<Object> initializer;

		private final Aggregator<Object, Object, Object> aggregator;

		private final @Nullable Merger<Object, Object> merger;

		@SuppressWarnings("unchecked")
		private Aggregate(Initializer<?> initializer, Aggregator<?, ?, ?> aggregator, @Nullable Merger<?, ?> merger) {
			this.merger = (Merger<Object, Object>) merger;
			this.initializer = (Initializer<Object>) initializer;
			this.aggregator = (Aggregator<Object, Object, Object>) aggregator;
		}

		@Override
		@SuppressWarnings("NullAway")
		@Nullable Object add(Object key, @Nullable Object value, @Nullable Object aggregate) {
			return this.aggregator.apply(key, value, (aggregate != null) ? aggregate : empty());
		}

		@Override
		@SuppressWarnings("NullAway")
		@Nullable Object merge(Object key, @Nullable Object one, Object other) {
			return this.merger.apply(key, one, other);
		}

		@Override
		Object empty() {
			return this.initializer.apply();
		}

	}

}
