package io.millrace.streams.internal.store;

/**
 * Counts what stores refuse by their semantics. Implemented by the context that a task
 * gives its stores.
 */
public interface DropCounter {

	/**
	 * Counts one write that was dropped.
	 * @param store the store's name
	 * @param reason why
	 */
	void dropped(String store, DropReason reason);

}
