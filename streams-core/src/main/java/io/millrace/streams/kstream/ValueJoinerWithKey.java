package io.millrace.streams.kstream;

public interface ValueJoinerWithKey<K1, V1, V2, VR> {

	VR apply(K1 k, V1 value, V2 value2);

}
