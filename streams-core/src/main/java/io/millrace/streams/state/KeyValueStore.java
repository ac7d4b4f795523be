package io.millrace.streams.state;

import java.util.List;

import io.millrace.streams.KeyValue;
import io.millrace.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store of one task. What is written shows up in reads of the same task at
 * once, becomes durable with the task's next commit, and is undone together with the
 * record during which it was written if that fails. Used by the task's thread only.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KeyValueStore<K, V extends @Nullable Object> extends StateStore, ReadOnlyKeyValueStore<K, V> {

	/**
	 * Writes one value.
	 * @param key the key
	 * @param value the value; null deletes the key
	 * @throws NullPointerException if the key is null
	 */
	void put(K key, @Nullable V value);

	/**
	 * Writes one value unless the key has one.
	 * @param key the key
	 * @param value the value; null changes nothing
	 * @return the value that the key has, or null if it had none
	 * @throws NullPointerException if the key is null
	 */
	@Nullable V putIfAbsent(K key, @Nullable V value);

	/**
	 * Writes values one after the other.
	 * @param entries keys and values; a null value deletes its key
	 * @throws NullPointerException if a key is null
	 */
	void putAll(List<KeyValue<K, V>> entries);

	/**
	 * Deletes one key.
	 * @param key the key
	 * @return the value it had, or null if it had none
	 * @throws NullPointerException if the key is null
	 */
	@Nullable V delete(K key);

}
