package io.millrace.streams.state;

import java.io.Closeable;

import org.jspecify.annotations.Nullable;

/**
 * Walks the windows of one key in a window store: keys are the windows' starts in
 * milliseconds since the epoch. To be closed; not thread-safe.
 *
 * @param <V> the type of values
 */
public interface WindowStoreIterator<V extends @Nullable Object> extends KeyValueIterator<Long, V>, Closeable {

	@Override
	void close();

}
