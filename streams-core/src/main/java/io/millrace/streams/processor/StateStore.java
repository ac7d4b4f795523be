package io.millrace.streams.processor;

import java.util.Map;

import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * State of one task. Used by the task's thread only; other threads read through a query.
 */
public interface StateStore {

	/**
	 * The store's name, unique in its topology.
	 * @return the name
	 */
	String name();

	/**
	 * Readies the store; called once, before any other method but {@link #name()}.
	 * @param stateStoreContext the task that owns the store
	 * @param root the outermost store, where stores wrap one another
	 */
	void init(StateStoreContext stateStoreContext, StateStore root);

	/**
	 * Writes out what is buffered. Does nothing unless overridden.
	 */
	default void flush() {
	}

	/**
	 * Told that the writes up to certain changelog offsets are committed. Calls
	 * {@link #flush()} unless overridden.
	 * @param changelogOffsets the offsets by changelog partition
	 */
	default void commit(Map<TopicPartition, Long> changelogOffsets) {
		flush();
	}

	/**
	 * The changelog offset that the content corresponds to, for a store that keeps it.
	 * @param partition the partition of the changelog
	 * @return the offset, or null if it isn't known
	 */
	default @Nullable Long committedOffset(TopicPartition partition) {
		return null;
	}

	/**
	 * Closes the store. Does nothing the second time.
	 */
	void close();

	/**
	 * Whether the content outlives the process.
	 * @return true for a store on disk
	 */
	boolean persistent();

	/**
	 * Whether the store keeps changelog offsets with its content.
	 * @return false unless overridden
	 */
	default boolean managesOffsets() {
		return false;
	}

	/**
	 * Whether the store is ready and not closed.
	 * @return true between {@link #init} and {@link #close()}
	 */
	boolean isOpen();

	/**
	 * About how much memory the writes since the last commit take.
	 * @return bytes, 0 unless overridden
	 */
	default long approximateNumUncommittedBytes() {
		return 0;
	}

}
