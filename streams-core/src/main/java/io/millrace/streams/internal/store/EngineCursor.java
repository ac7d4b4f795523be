package io.millrace.streams.internal.store;

/**
 * Walks a snapshot of a store of a {@link StateEngine}. Not thread-safe.
 */
public interface EngineCursor extends AutoCloseable {

	/**
	 * Moves to the next entry.
	 * @return whether there is one
	 */
	boolean next();

	/**
	 * The key of the current entry.
	 * @return the key, not to be changed
	 */
	byte[] key();

	byte[] value();

	@Override
	void close();

}
