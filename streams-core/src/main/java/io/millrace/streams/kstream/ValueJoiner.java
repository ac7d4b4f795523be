package io.millrace.streams.kstream;

public interface ValueJoiner<V1, V2, VR> {

	VR apply(V1 value, V2 value2);

}
