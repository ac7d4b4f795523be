package io.millrace.streams.kstream;

public interface ValueMapperWithKey<K, V, VR> {

	VR apply(K key, V value);

}
