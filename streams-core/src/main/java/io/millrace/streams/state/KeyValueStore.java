package io.millrace.streams.state;

import io.millrace.streams.KeyValue;
import io.millrace.streams.processor.StateStore;
import java.util.List;

public interface KeyValueStore<K, V> extends StateStore, ReadOnlyKeyValueStore<K, V> {

	void put(K key, V value);

	V putIfAbsent(K key, V value);

	void putAll(List<KeyValue<K, V>> list);

	V delete(K key);

}
