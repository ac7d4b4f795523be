package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * A store of bytes as operators see it that take its rows out in order: where the first
 * row is, found without looking at the others. Implemented by the facade of stores
 * without timestamps; run by the task's thread.
 */
public interface OrderedKeys {

	/**
	 * Finds the first row from a key on.
	 * @param from the lowest key, inclusive; null for no bound
	 * @return the key, null if there is none
	 */
	byte @Nullable [] firstKey(byte @Nullable [] from);

}
