package io.millrace.streams.internal.store;

/**
 * An {@link EntryCursor} that shows the engine's keys also, for stores that put more into
 * them than the user's key.
 */
interface StoredCursor extends EntryCursor {

	byte[] keyBytes();

}
