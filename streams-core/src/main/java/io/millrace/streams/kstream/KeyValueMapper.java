package io.millrace.streams.kstream;

public interface KeyValueMapper<K, V, VR> {

	VR apply(K key, V value);

}
