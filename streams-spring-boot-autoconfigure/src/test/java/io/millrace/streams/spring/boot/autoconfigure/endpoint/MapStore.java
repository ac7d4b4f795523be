package io.millrace.streams.spring.boot.autoconfigure.endpoint;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import io.millrace.streams.KeyValue;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A store that is a map.
 */
record MapStore<K, V>(TreeMap<K, V> map, Map<K, V> uncommitted) implements ReadOnlyKeyValueStore<K, V> {

	static <K, V> MapStore<K, V> of(Map<K, V> map) {
		return of(map, map);
	}

	static <K, V> MapStore<K, V> of(Map<K, V> map, Map<K, V> uncommitted) {
		return new MapStore<>(new TreeMap<>(map), uncommitted);
	}

	@Override
	public ReadOnlyKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return (isolationLevel == IsolationLevel.READ_COMMITTED) ? this : of(this.uncommitted);
	}

	@Override
	public @Nullable V get(K key) {
		return this.map.get(key);
	}

	@Override
	public KeyValueIterator<K, V> range(@Nullable K from, @Nullable K to) {
		NavigableMap<K, V> part = (from != null) ? this.map.tailMap(from, true) : this.map;
		return iterate((to != null) ? part.headMap(to, true) : part);
	}

	@Override
	public KeyValueIterator<K, V> all() {
		return iterate(this.map);
	}

	@Override
	public long approximateNumEntries() {
		return this.map.size();
	}

	private static <K, V> KeyValueIterator<K, V> iterate(Map<K, V> map) {
		Iterator<Map.Entry<K, V>> entries = map.entrySet().iterator();
		return new KeyValueIterator<>() {

			@Override
			public boolean hasNext() {
				return entries.hasNext();
			}

			@Override
			public KeyValue<K, V> next() {
				Map.Entry<K, V> entry = entries.next();
				return KeyValue.pair(entry.getKey(), entry.getValue());
			}

			@Override
			public void close() {
			}

			@Override
			public K peekNextKey() {
				throw new UnsupportedOperationException();
			}

		};
	}

}
