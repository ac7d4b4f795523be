package io.millrace.streams.query;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import io.millrace.streams.state.VersionedRecordIterator;
import org.jspecify.annotations.Nullable;

/**
 * Asks a versioned store for all versions of a key that were valid at some moment within
 * a time. The answer has to be closed. In any order means latest first. A version that
 * was replaced before the store's history begins isn't shown. Immutable.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class MultiVersionedKeyQuery<K, V> implements Query<VersionedRecordIterator<V>> {

	private final K key;

	private final @Nullable Instant fromTime;

	private final @Nullable Instant toTime;

	private final ResultOrder order;

	private MultiVersionedKeyQuery(K key, @Nullable Instant fromTime, @Nullable Instant toTime, ResultOrder order) {
		this.key = Objects.requireNonNull(key, "The key of a query is null.");
		this.fromTime = fromTime;
		this.toTime = toTime;
		this.order = order;
	}

	/**
	 * Asks for the versions of one key.
	 * @param key the key
	 * @param <K> the type of keys
	 * @param <V> the type of values
	 * @return the query
	 * @throws NullPointerException if the key is null
	 */
	public static <K, V> MultiVersionedKeyQuery<K, V> withKey(K key) {
		return new MultiVersionedKeyQuery<>(key, null, null, ResultOrder.ANY);
	}

	/**
	 * Leaves out versions that were replaced at a time or before.
	 * @param fromTime the time; null for no bound
	 * @return the changed query
	 */
	public MultiVersionedKeyQuery<K, V> fromTime(@Nullable Instant fromTime) {
		return new MultiVersionedKeyQuery<>(this.key, fromTime, this.toTime, this.order);
	}

	/**
	 * Leaves out versions that became valid after a time.
	 * @param toTime the time; null for no bound
	 * @return the changed query
	 */
	public MultiVersionedKeyQuery<K, V> toTime(@Nullable Instant toTime) {
		return new MultiVersionedKeyQuery<>(this.key, this.fromTime, toTime, this.order);
	}

	/**
	 * Asks for the latest version first.
	 * @return the changed query
	 */
	public MultiVersionedKeyQuery<K, V> withDescendingTimestamps() {
		return new MultiVersionedKeyQuery<>(this.key, this.fromTime, this.toTime, ResultOrder.DESCENDING);
	}

	/**
	 * Asks for the earliest version first.
	 * @return the changed query
	 */
	public MultiVersionedKeyQuery<K, V> withAscendingTimestamps() {
		return new MultiVersionedKeyQuery<>(this.key, this.fromTime, this.toTime, ResultOrder.ASCENDING);
	}

	/**
	 * The key.
	 * @return the key
	 */
	public K key() {
		return this.key;
	}

	/**
	 * The time at whose beginning a version has to be valid, or later.
	 * @return the time, or empty if there's no bound
	 */
	public Optional<Instant> fromTime() {
		return Optional.ofNullable(this.fromTime);
	}

	/**
	 * The time by which a version has to be valid.
	 * @return the time, or empty if there's no bound
	 */
	public Optional<Instant> toTime() {
		return Optional.ofNullable(this.toTime);
	}

	/**
	 * The order asked for.
	 * @return the order, {@link ResultOrder#ANY} unless set
	 */
	public ResultOrder resultOrder() {
		return this.order;
	}

	@Override
	public String toString() {
		return "MultiVersionedKeyQuery{key=" + this.key + ", from=" + this.fromTime + ", to=" + this.toTime + ", order="
				+ this.order + "}";
	}

}
