package io.millrace.streams.processor;

import java.io.IOException;

/**
 * Called by a store's task at each commit.
 */
@FunctionalInterface
public interface CommitCallback {

	/**
	 * Does what the store has to do at a commit.
	 * @throws IOException if that fails
	 */
	void onCommit() throws IOException;

}
