package io.millrace.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Asks a window store for the windows of one key that start within a time, earliest
 * first. The answer has to be closed. A store with timestamps gives each value as a
 * {@link io.millrace.streams.state.ValueAndTimestamp}. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, with the timestamp if the store has any
 */
public class WindowKeyQuery<K, V extends @Nullable Object> implements Query<WindowStoreIterator<V>> {

	private final K key;

	private final Instant timeFrom;

	private final Instant timeTo;

	private WindowKeyQuery(K key, Instant timeFrom, Instant timeTo) {
		this.key = Objects.requireNonNull(key, "The key of a query is null.");
		this.timeFrom = Objects.requireNonNull(timeFrom, "The earliest start of a window is null.");
		this.timeTo = Objects.requireNonNull(timeTo, "The latest start of a window is null.");
	}

	/**
	 * Asks for windows of one key.
	 * @param key the key
	 * @param timeFrom the earliest start, inclusive
	 * @param timeTo the latest start, inclusive
	 * @param <K> the type of keys
	 * @param <V> the type of values, with the timestamp if the store has any
	 * @return the query
	 * @throws NullPointerException if anything is null
	 */
	public static <K, V extends @Nullable Object> WindowKeyQuery<K, V> withKeyAndWindowStartRange(K key,
			Instant timeFrom, Instant timeTo) {
		return new WindowKeyQuery<>(key, timeFrom, timeTo);
	}

	/**
	 * The key.
	 * @return the key
	 */
	public K getKey() {
		return this.key;
	}

	/**
	 * The earliest start, inclusive.
	 * @return the time, never empty
	 */
	public Optional<Instant> getTimeFrom() {
		return Optional.of(this.timeFrom);
	}

	/**
	 * The latest start, inclusive.
	 * @return the time, never empty
	 */
	public Optional<Instant> getTimeTo() {
		return Optional.of(this.timeTo);
	}

	@Override
	public String toString() {
		return "WindowKeyQuery{key=" + this.key + ", from=" + this.timeFrom + ", to=" + this.timeTo + "}";
	}

}
