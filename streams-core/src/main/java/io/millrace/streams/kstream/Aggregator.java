package io.millrace.streams.kstream;

public interface Aggregator<K, V, VAgg> {

	VAgg apply(K key, V value, VAgg vAgg);

}
