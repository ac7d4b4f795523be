package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Walks entries of a key-value store, deserialised. What {@link CursorIterator} shows to
 * users.
 */
interface EntryCursor extends AutoCloseable {

	boolean next();

	Object key();

	@Nullable Object value();

	long timestamp();

	@Override
	void close();

}
