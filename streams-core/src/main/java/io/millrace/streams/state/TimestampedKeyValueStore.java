package io.millrace.streams.state;

/**
 * A key-value store that keeps a timestamp with each value.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, without the timestamp
 */
public interface TimestampedKeyValueStore<K, V> extends KeyValueStore<K, ValueAndTimestamp<V>> {

}
