package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * Keeps, for each key, its value over time: what it is now, and what it was at any time
 * within the store's history. A version is valid from its timestamp on, up to that of the
 * next one. Used by one thread, that of its task.
 * <p>
 * The history reaches back from the store's stream time, the latest timestamp written, by
 * the history retention. What was written last is kept however old it is.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface VersionedKeyValueStore<K, V> extends StateStore {

	/** What {@link #put} returns if no later version is known. */
	long PUT_RETURN_CODE_VALID_TO_UNDEFINED = -1L;

	/** What {@link #put} returns if the version is older than the history. */
	long PUT_RETURN_CODE_NOT_PUT = Long.MIN_VALUE;

	/**
	 * Writes a version. One that is older than the history is dropped and counted.
	 * @param key the key
	 * @param value the value; null if the key has none from then on
	 * @param timestamp the time from which it is valid, in milliseconds since the epoch
	 * @return the time up to which it is valid,
	 * {@link #PUT_RETURN_CODE_VALID_TO_UNDEFINED} if it is the latest version,
	 * {@link #PUT_RETURN_CODE_NOT_PUT} if it was dropped
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	long put(K key, @Nullable V value, long timestamp);

	/**
	 * Writes that a key has no value from a time on, as {@link #put} of null does.
	 * @param key the key
	 * @param timestamp the time in milliseconds since the epoch
	 * @return the version that was valid at that time, as {@link #get(Object, long)} gave
	 * it before; null if there was none, or the time is older than the history
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	@Nullable VersionedRecord<V> delete(K key, long timestamp);

	/**
	 * Reads the latest version.
	 * @param key the key
	 * @return the version, or null if the key has no value now
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	@Nullable VersionedRecord<V> get(K key);

	/**
	 * Reads the version that is valid at a time.
	 * @param key the key
	 * @param asOfTimestamp the time in milliseconds since the epoch
	 * @return the version, or null if the key had no value then, or the time is older
	 * than the history and the version isn't the latest
	 * @throws NullPointerException if the key is null
	 * @throws io.millrace.streams.errors.InvalidStateStoreException if the store isn't
	 * open
	 */
	@Nullable VersionedRecord<V> get(K key, long asOfTimestamp);

	/**
	 * The same store with uncommitted writes or without.
	 * @param isolationLevel whether to show what isn't committed yet
	 * @return a read-only store
	 * @throws UnsupportedOperationException unless the store can do that; Millrace's own
	 * can
	 */
	default VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		throw new UnsupportedOperationException("The store has one isolation level only.");
	}

}
