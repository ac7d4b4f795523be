package io.millrace.streams.internal.store;

import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * Holds the committed state of one task: all its stores and, for each, the changelog
 * offset that the content corresponds to. Written only by {@link #write}, in one atomic
 * step a commit or a restored batch. The task's thread writes; any thread may read.
 * Contents are bytes in the layout of the changelog.
 */
public interface StateEngine extends AutoCloseable {

	/**
	 * Reads one value.
	 * @param store the store's name
	 * @param key the key
	 * @return the value, not to be changed, or null if there is none
	 */
	byte @Nullable [] get(String store, byte[] key);

	/**
	 * Scans a snapshot in the order of unsigned bytes.
	 * @param store the store's name
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, exclusive; null for no bound
	 * @param reverse whether to go from the highest to the lowest key
	 * @return a cursor over the content as of now, to be closed
	 */
	EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse);

	/**
	 * A number that is another one after each change of the content: what was read in
	 * several steps while it stayed the same is of one moment.
	 * @param store the store's name
	 * @return the number, which changes of other stores may change too
	 */
	long version(String store);

	/**
	 * As {@link #scan(String, byte[], byte[], boolean)}, for the thread that writes, if
	 * it scans often, one after the other.
	 * @param store the store's name
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, exclusive; null for no bound
	 * @param reverse whether to go from the highest to the lowest key
	 * @param again a cursor that such a call gave, which is closed and may be used again;
	 * null for none
	 * @return a cursor over the content as of now, to be closed
	 */
	default EngineCursor scan(String store, byte @Nullable [] from, byte @Nullable [] to, boolean reverse,
			@Nullable EngineCursor again) {
		return scan(store, from, to, reverse);
	}

	/**
	 * About how many keys a store holds.
	 * @param store the store's name
	 * @return the count, exact where that is cheap
	 */
	long approximateEntries(String store);

	/**
	 * The changelog offset up to which (exclusive) a store's content is complete.
	 * @param store the store's name
	 * @return the offset to restore from, or empty if the engine has nothing of the store
	 */
	OptionalLong changelogOffset(String store);

	/**
	 * Starts a batch of changes.
	 * @return an empty batch for {@link #write}
	 */
	EngineBatch batch();

	/**
	 * Makes a batch visible and as durable as the engine is, all or nothing.
	 * @param batch what to change; not used afterwards
	 */
	void write(EngineBatch batch);

	/**
	 * Writes a batch that comes from a changelog and can be had again from there. It is
	 * visible at once, as with {@link #write}, but may be lost with the process, the last
	 * batches first; and of one that is lost, changes may be left, though never its
	 * offset. So restoring from {@link #changelogOffset} always leads to the same state.
	 * The next {@link #write} makes what was loaded as durable as itself. An engine may
	 * write it later, and then throws at a later call, at the latest in
	 * {@link #endLoad()}, if it can't.
	 * @param batch what to change; not used afterwards
	 */
	default void load(EngineBatch batch) {
		write(batch);
	}

	/**
	 * Nothing more comes from changelogs for now.
	 * @throws RuntimeException if something that was loaded couldn't be written after all
	 */
	default void endLoad() {
	}

	/**
	 * Drops the content and the offset of a store.
	 * @param store the store's name
	 */
	void clear(String store);

	/**
	 * Whether the content outlives the process.
	 * @return true for an engine on disk
	 */
	boolean persistent();

	@Override
	void close();

}
