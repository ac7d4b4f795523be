package io.millrace.streams.state;

/**
 * A window store that keeps a timestamp with each value. Windowed aggregates are kept in
 * such stores; the timestamp is that of the latest record that went into the value.
 *
 * @param <K> the type of keys
 * @param <V> the type of values, without the timestamp
 */
public interface TimestampedWindowStore<K, V> extends WindowStore<K, ValueAndTimestamp<V>> {

}
