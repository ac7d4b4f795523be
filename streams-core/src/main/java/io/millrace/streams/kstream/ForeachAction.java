package io.millrace.streams.kstream;

public interface ForeachAction<K, V> {

	void apply(K key, V value);

}
