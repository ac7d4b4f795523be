package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Turns a record into one with a fixed key. For the runtime and for tests of
 * {@link FixedKeyProcessor}s; a processor that makes records with it can break the
 * partitioning that later operators rely on.
 */
public final class InternalFixedKeyRecordFactory {

	private InternalFixedKeyRecordFactory() {
	}

	/**
	 * Makes a record with a fixed key.
	 * @param record where key, value, timestamp and headers come from
	 * @param <KIn> the type of the key
	 * @param <VIn> the type of the value
	 * @return the record
	 */
	public static <KIn extends @Nullable Object, VIn extends @Nullable Object> FixedKeyRecord<KIn, VIn> create(
			Record<KIn, VIn> record) {
		return new FixedKeyRecord<>(record.key(), record.value(), record.timestamp(), record.headers());
	}

}
