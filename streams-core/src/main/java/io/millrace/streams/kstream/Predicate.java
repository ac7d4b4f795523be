package io.millrace.streams.kstream;

public interface Predicate<K, V> {

	boolean test(K key, V value);

}
