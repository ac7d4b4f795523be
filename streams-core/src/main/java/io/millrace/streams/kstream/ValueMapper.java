package io.millrace.streams.kstream;

public interface ValueMapper<V, VR> {

	VR apply(V value);

}
