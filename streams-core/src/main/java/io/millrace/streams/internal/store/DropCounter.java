package io.millrace.streams.internal.store;

/**
 * Counts what stores refuse by their semantics. Implemented by the context that a task
 * gives its stores.
 */
public interface DropCounter {

	/**
	 * Counts one write that was dropped.
	 * @param store the store's name
	 * @param reason one of a fixed set of short texts, never data
	 */
	void dropped(String store, String reason);

}
