package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * The rows of a global table as joins look them up: values alone. Implemented by the
 * views of built-in key-value stores; for any thread.
 */
public interface GlobalRows {

	/**
	 * Looks a key up.
	 * @param key the key
	 * @return the value, or null if there is none
	 */
	@Nullable Object valueOf(Object key);

}
