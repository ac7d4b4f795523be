package io.millrace.streams.internal.store;

/**
 * Changes to the stores of one task that become visible together. Made by
 * {@link StateEngine#batch()}, filled when a commit is published or a changelog is
 * restored.
 */
public interface EngineBatch {

	void put(String store, byte[] key, byte[] value);

	void delete(String store, byte[] key);

	/**
	 * Deletes the keys of a range that are there before the batch; what the batch itself
	 * puts stays, before this call and after.
	 * @param store the store's name
	 * @param from the lowest key, inclusive
	 * @param to the highest key, exclusive
	 */
	void deleteRange(String store, byte[] from, byte[] to);

	/**
	 * Sets the changelog offset that a store corresponds to after the batch.
	 * @param store the store's name
	 * @param offset the offset to restore from later, exclusive of what the batch holds
	 */
	void changelogOffset(String store, long offset);

}
