package io.millrace.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Asks a window store for the windows of all keys that start within a time, or a session
 * store for the sessions of one key. The answer has to be closed. A window store with
 * timestamps gives each value as a {@link io.millrace.streams.state.ValueAndTimestamp}.
 * Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, with the timestamp if the store has any
 */
public class WindowRangeQuery<K, V extends @Nullable Object> implements Query<KeyValueIterator<Windowed<K>, V>> {

	private final @Nullable K key;

	private final @Nullable Instant timeFrom;

	private final @Nullable Instant timeTo;

	private WindowRangeQuery(@Nullable K key, @Nullable Instant timeFrom, @Nullable Instant timeTo) {
		this.key = key;
		this.timeFrom = timeFrom;
		this.timeTo = timeTo;
	}

	/**
	 * Asks a session store for the sessions of one key, earliest first.
	 * @param key the key
	 * @param <K> the type of keys
	 * @param <V> the type of aggregates
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V extends @Nullable Object> WindowRangeQuery<K, V> withKey(K key) {
		return new WindowRangeQuery<>(Objects.requireNonNull(key, "The key of a query is null."), null, null);
	}

	/**
	 * Asks a window store for the windows of all keys.
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @param <K> the type of keys
	 * @param <V> the type of values, with the timestamp if the store has any
	 * @return the query
	 * @throws NullPointerException if a time is null
	 */
	public static <K, V extends @Nullable Object> WindowRangeQuery<K, V> withWindowStartRange(Instant timeFrom,
			Instant timeTo) {
		return new WindowRangeQuery<>(null, Objects.requireNonNull(timeFrom, "The earliest start of a window is null."),
				Objects.requireNonNull(timeTo, "The latest start of a window is null."));
	}

	/**
	 * The key whose sessions are asked for.
	 * @return the key, or empty if windows of all keys are
	 */
	public Optional<K> getKey() {
		return Optional.ofNullable(this.key);
	}

	/**
	 * The earliest start, inclusive.
	 * @return the time, or empty if sessions are asked for
	 */
	public Optional<Instant> getTimeFrom() {
		return Optional.ofNullable(this.timeFrom);
	}

	/**
	 * The latest start, inclusive.
	 * @return the time, or empty if sessions are asked for
	 */
	public Optional<Instant> getTimeTo() {
		return Optional.ofNullable(this.timeTo);
	}

	@Override
	public String toString() {
		return (this.key != null) ? "WindowRangeQuery{key=" + this.key + "}"
				: "WindowRangeQuery{from=" + this.timeFrom + ", to=" + this.timeTo + "}";
	}

}
