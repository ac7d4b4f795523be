package io.millrace.streams.query;

import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Asks a key-value store, with timestamps or without, for the value of one key; the
 * answer is null if it has none. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, without the timestamp
 */
public final class KeyQuery<K, V extends @Nullable Object> implements Query<V> {

	private final K key;

	private final boolean skipCache;

	private KeyQuery(K key, boolean skipCache) {
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
	public static <K, V extends @Nullable Object> KeyQuery<K, V> withKey(K key) {
		return new KeyQuery<>(key, false);
	}

	/**
	 * Marks the query as one that skips caches. That makes no difference here: a store
	 * has no cache that another reader wouldn't see.
	 * @return the changed query
	 */
	public KeyQuery<K, V> skipCache() {
		return new KeyQuery<>(this.key, true);
	}

	/**
	 * The key.
	 * @return the key
	 */
	public K getKey() {
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
		return "KeyQuery{key=" + this.key + "}";
	}

}
