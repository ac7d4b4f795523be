package io.millrace.streams.kstream;

public interface Reducer<V> {

	V apply(V value, V value2);

}
