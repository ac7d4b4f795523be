package io.millrace.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.state.VersionedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Asks a versioned store for the version of a key that is valid now, or was at a time;
 * the answer is null if there is none. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class VersionedKeyQuery<K, V> implements Query<VersionedRecord<V>> {

	private final K key;

	private final @Nullable Instant asOfTimestamp;

	private VersionedKeyQuery(K key, @Nullable Instant asOfTimestamp) {
		this.key = Objects.requireNonNull(key, "The key of a query is null.");
		this.asOfTimestamp = asOfTimestamp;
	}

	/**
	 * Asks for the latest version.
	 * @param key the key
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V> VersionedKeyQuery<K, V> withKey(K key) {
		return new VersionedKeyQuery<>(key, null);
	}

	/**
	 * Asks for the version that is valid at a time.
	 * @param asOfTimestamp the time
	 * @return the changed query
	 * @throws NullPointerException if the time is null
	 */
	public VersionedKeyQuery<K, V> asOf(Instant asOfTimestamp) {
		return new VersionedKeyQuery<>(this.key,
				Objects.requireNonNull(asOfTimestamp, "The time for which a version is asked is null."));
	}

	/**
	 * The key.
	 * @return the key
	 */
	public K key() {
		return this.key;
	}

	/**
	 * The time.
	 * @return the time, or empty if the latest version is asked for
	 */
	public Optional<Instant> asOfTimestamp() {
		return Optional.ofNullable(this.asOfTimestamp);
	}

	@Override
	public String toString() {
		return "VersionedKeyQuery{key=" + this.key
				+ ((this.asOfTimestamp != null) ? ", asOf=" + this.asOfTimestamp + "}" : "}");
	}

}
