package io.millrace.streams.state;

import java.io.Closeable;
import java.util.Iterator;

import io.millrace.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of a store as they were when it was asked for. Has to be closed,
 * since it may hold on to memory or files. Used by one thread.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public interface KeyValueIterator<K, V extends @Nullable Object> extends Iterator<KeyValue<K, V>>, Closeable {

	/**
	 * Releases what the iterator holds on to. Does nothing the second time.
	 */
	@Override
	void close();

	/**
	 * The key of the entry that {@link #next()} returns, without moving on.
	 * @return the key
	 * @throws java.util.NoSuchElementException if there is no further entry
	 */
	K peekNextKey();

}
