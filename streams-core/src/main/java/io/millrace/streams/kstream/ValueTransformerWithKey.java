package io.millrace.streams.kstream;

import io.millrace.streams.processor.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * Computes a row's new value from its key and value, with stores and the time at hand if
 * it needs them. Each task has its own instance, run by the task's thread.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <VR> the type of the new values
 */
public interface ValueTransformerWithKey<K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object> {

	/**
	 * Readies the transformer, before any row.
	 * @param context the task; it can't forward anything
	 */
	void init(ProcessorContext context);

	/**
	 * Computes the new value of a row. Has to give the same for the same key and value
	 * where an operator behind it needs to know what a row was before.
	 * @param readOnlyKey the key, which must not be changed
	 * @param value the value, null for a row that is deleted
	 * @return the new value, null to delete the row from the result
	 */
	VR transform(K readOnlyKey, V value);

	/**
	 * Ends the transformer. Stores are closed by their task.
	 */
	void close();

}
