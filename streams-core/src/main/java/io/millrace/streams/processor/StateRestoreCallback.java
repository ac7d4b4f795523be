package io.millrace.streams.processor;

import org.jspecify.annotations.Nullable;

/**
 * Takes the records of a store's changelog, one by one, to build its content up again.
 */
@FunctionalInterface
public interface StateRestoreCallback {

	/**
	 * Applies one record.
	 * @param key the serialised key
	 * @param value the serialised value, or null for a delete
	 */
	void restore(byte[] key, byte @Nullable [] value);

}
