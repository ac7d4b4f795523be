package io.millrace.streams.state;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A value and the time it is from. Immutable, if the value is.
 *
 * @param <V> the type of the value
 */
public final class ValueAndTimestamp<V extends @Nullable Object> {

	private final V value;

	private final long timestamp;

	private ValueAndTimestamp(V value, long timestamp) {
		this.value = value;
		this.timestamp = timestamp;
	}

	/**
	 * Pairs a value with a timestamp.
	 * @param value the value, may be null
	 * @param timestamp milliseconds since the epoch
	 * @param <V> the type of the value
	 * @return the pair, or null if the value is null
	 */
	public static <V extends @Nullable Object> @Nullable ValueAndTimestamp<V> make(@Nullable V value, long timestamp) {
		return (value != null) ? new ValueAndTimestamp<>(value, timestamp) : null;
	}

	/**
	 * Pairs a value with a timestamp, the value being null or not.
	 * @param value the value, may be null
	 * @param timestamp milliseconds since the epoch
	 * @param <V> the type of the value
	 * @return the pair
	 */
	@SuppressWarnings("NullAway")
	public static <V extends @Nullable Object> ValueAndTimestamp<V> makeAllowNullable(@Nullable V value,
			long timestamp) {
		return new ValueAndTimestamp<>(value, timestamp);
	}

	/**
	 * Takes the value out of a pair that may be missing.
	 * @param valueAndTimestamp the pair, may be null
	 * @param <V> the type of the value
	 * @return the value, or null if the pair or its value is null
	 */
	public static <V extends @Nullable Object> @Nullable V getValueOrNull(
			@Nullable ValueAndTimestamp<V> valueAndTimestamp) {
		return (valueAndTimestamp != null) ? valueAndTimestamp.value : null;
	}

	/**
	 * The value.
	 * @return the value
	 */
	public V value() {
		return this.value;
	}

	/**
	 * The timestamp.
	 * @return milliseconds since the epoch
	 */
	public long timestamp() {
		return this.timestamp;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof ValueAndTimestamp<?> pair && this.timestamp == pair.timestamp
				&& Objects.equals(this.value, pair.value);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.value, this.timestamp);
	}

	@Override
	public String toString() {
		return "<" + this.value + "," + this.timestamp + ">";
	}

}
