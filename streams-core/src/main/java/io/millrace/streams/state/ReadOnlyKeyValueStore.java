package io.millrace.streams.state;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serializer;

public interface ReadOnlyKeyValueStore<K, V> {

	V get(K key);

	KeyValueIterator<K, V> range(K key, K key2);

	default KeyValueIterator<K, V> reverseRange(K key, K key2) {
		throw new UnsupportedOperationException();
	}

	KeyValueIterator<K, V> all();

	default KeyValueIterator<K, V> reverseAll() {
		throw new UnsupportedOperationException();
	}

	default <PS extends Serializer<P>, P> KeyValueIterator<K, V> prefixScan(P p, PS p2) {
		throw new UnsupportedOperationException();
	}

	long approximateNumEntries();

	default ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		throw new UnsupportedOperationException();
	}

}
