package io.millrace.streams.query;

import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Asks a timestamped key-value store for the entries between two keys, both inclusive, as
 * they are at the time of the query. The answer has to be closed. Keys are ordered as the
 * bytes of the serialised keys are; in any order means in ascending order. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, without the timestamp
 */
public final class TimestampedRangeQuery<K, V> implements Query<KeyValueIterator<K, ValueAndTimestamp<V>>> {

	private final @Nullable K lower;

	private final @Nullable K upper;

	private final ResultOrder order;

	private TimestampedRangeQuery(@Nullable K lower, @Nullable K upper, ResultOrder order) {
		this.lower = lower;
		this.upper = upper;
		this.order = order;
	}

	/**
	 * Asks for the entries between two keys.
	 * @param lower the lowest key, inclusive; null for no bound
	 * @param upper the highest key, inclusive; null for no bound
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the query
	 */
	public static <K, V> TimestampedRangeQuery<K, V> withRange(@Nullable K lower, @Nullable K upper) {
		return new TimestampedRangeQuery<>(lower, upper, ResultOrder.ANY);
	}

	/**
	 * Asks for the entries up to a key.
	 * @param upper the highest key, inclusive
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V> TimestampedRangeQuery<K, V> withUpperBound(K upper) {
		return withRange(null, Objects.requireNonNull(upper, "The upper bound of a query is null."));
	}

	/**
	 * Asks for the entries from a key on.
	 * @param lower the lowest key, inclusive
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V> TimestampedRangeQuery<K, V> withLowerBound(K lower) {
		return withRange(Objects.requireNonNull(lower, "The lower bound of a query is null."), null);
	}

	/**
	 * Asks for all entries.
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the query
	 */
	public static <K, V> TimestampedRangeQuery<K, V> withNoBounds() {
		return withRange(null, null);
	}

	/**
	 * Asks for the highest key first.
	 * @return the changed query
	 */
	public TimestampedRangeQuery<K, V> withDescendingKeys() {
		return new TimestampedRangeQuery<>(this.lower, this.upper, ResultOrder.DESCENDING);
	}

	/**
	 * Asks for the lowest key first.
	 * @return the changed query
	 */
	public TimestampedRangeQuery<K, V> withAscendingKeys() {
		return new TimestampedRangeQuery<>(this.lower, this.upper, ResultOrder.ASCENDING);
	}

	/**
	 * The order asked for.
	 * @return the order, {@link ResultOrder#ANY} unless set
	 */
	public ResultOrder resultOrder() {
		return this.order;
	}

	/**
	 * The lowest key.
	 * @return the key, or empty if there's no bound
	 */
	public Optional<K> lowerBound() {
		return Optional.ofNullable(this.lower);
	}

	/**
	 * The highest key.
	 * @return the key, or empty if there's no bound
	 */
	public Optional<K> upperBound() {
		return Optional.ofNullable(this.upper);
	}

	@Override
	public String toString() {
		return "TimestampedRangeQuery{from=" + this.lower + ", to=" + this.upper + ", order=" + this.order + "}";
	}

}
