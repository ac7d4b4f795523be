package io.millrace.streams.query;

import java.util.Objects;

import io.millrace.streams.state.ValueAndTimestamp;

/**
 * Asks a timestamped key-value store for the value of one key with its timestamp; the
 * answer is null if it has none. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, without the timestamp
 */
public final class TimestampedKeyQuery<K, V> implements Query<ValueAndTimestamp<V>> {

	private final K key;

	private final boolean skipCache;

	private TimestampedKeyQuery(K key, boolean skipCache) {
		this.key = Objects.requireNonNull(key, "The key of a query is null.");
		this.skipCache = skipCache;
	}

	/**
	 * Asks for one key.
	 * @param key the key
	 * @param <K> the type of keys
	 * @param <V> the type of values, without the timestamp
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V> TimestampedKeyQuery<K, V> withKey(K key) {
		return new TimestampedKeyQuery<>(key, false);
	}

	/**
	 * Marks the query as one that skips caches, which makes no difference here, see
	 * {@link KeyQuery#skipCache()}.
	 * @return the changed query
	 */
	public TimestampedKeyQuery<K, V> skipCache() {
		return new TimestampedKeyQuery<>(this.key, true);
	}

	/**
	 * The key.
	 * @return the key
	 */
	public K key() {
		return this.key;
	}

	/**
	 * Whether {@link #skipCache()} was called.
	 * @return true if so
	 */
	public boolean isSkipCache() {
		return this.skipCache;
	}

	@Override
	public String toString() {
		return "TimestampedKeyQuery{key=" + this.key + "}";
	}

}
