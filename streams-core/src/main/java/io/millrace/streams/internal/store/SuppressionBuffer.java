package io.millrace.streams.internal.store;

import io.millrace.streams.processor.StateStore;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a suppression as its operator sees it: the last change of each key that
 * isn't passed on yet, ordered by a time and the key. Run by the task's thread.
 */
public interface SuppressionBuffer extends StateStore, HoldingStore {

	/**
	 * Puts a change. A key that is there already keeps its place.
	 * @param time where its place is otherwise
	 * @param key the key
	 * @param newValue the value after the change, null for none
	 * @param oldValue the value before it, null for none
	 * @param timestamp the timestamp of the change
	 * @param headers the headers of the change
	 * @param topic the topic of the record that brought it about, null for none
	 * @param partition the partition of that record, -1 for none
	 * @param offset the offset of that record, -1 for none
	 */
	void put(long time, Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers, @Nullable String topic, int partition, long offset);

	/**
	 * How many keys there are.
	 * @return the count
	 */
	int rows();

	/**
	 * How many bytes they come to: keys, values, origins and headers.
	 * @return bytes
	 */
	long bytes();

	/**
	 * The time of the first place.
	 * @return the lowest time, or {@link Long#MAX_VALUE} if nothing is there
	 */
	long earliest();

	/**
	 * Takes what is in the first place out.
	 * @return the change
	 * @throws java.util.NoSuchElementException if nothing is there
	 */
	Change takeEarliest();

	/**
	 * Whether there is a change of a key.
	 * @param key the key
	 * @return true if so
	 */
	boolean holds(Object key);

	/**
	 * What was passed on of a key before the changes that are held.
	 * @param key the key, of which a change is held
	 * @return the value, null for none
	 */
	@Nullable Object prior(Object key);

	/**
	 * A change that is taken out.
	 *
	 * @param key the key
	 * @param newValue the value from now on, null for a delete
	 * @param prior the value that was passed on before, null for none
	 * @param timestamp the timestamp of the last change
	 * @param headers the headers of the last change
	 * @param topic the topic of the record that brought it about, null for none
	 * @param partition the partition of that record, -1 for none
	 * @param offset the offset of that record, -1 for none
	 */
	record Change(Object key, @Nullable Object newValue, @Nullable Object prior, long timestamp, Headers headers,
			@Nullable String topic, int partition, long offset) {
	}

}
