package io.millrace.streams.processor;

import java.util.Collection;

import io.millrace.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Takes the records of a store's changelog, many at once, to build its content up again.
 */
public interface BatchingStateRestoreCallback extends StateRestoreCallback {

	/**
	 * Applies records in their order.
	 * @param records serialised keys and values; a null value is a delete
	 */
	void restoreAll(Collection<KeyValue<byte[], byte[]>> records);

	/**
	 * Not called; {@link #restoreAll} is.
	 * @param key the serialised key
	 * @param value the serialised value, or null for a delete
	 * @throws UnsupportedOperationException always, unless overridden
	 */
	@Override
	default void restore(byte[] key, byte @Nullable [] value) {
		throw new UnsupportedOperationException("Records are restored in batches, by restoreAll.");
	}

}
