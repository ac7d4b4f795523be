package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Processes records one by one and forwards results under the key of the record that came
 * in, so no later operator needs a repartition topic. Each task has an instance of its
 * own, run by one thread at a time.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that are forwarded
 */
@FunctionalInterface
public interface FixedKeyProcessor<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object> {

	/**
	 * Readies the processor; called once for each task before the first record, when the
	 * stores are complete. Does nothing unless overridden.
	 * @param context the task as the processor sees it
	 */
	default void init(FixedKeyProcessorContext<KIn, VOut> context) {
	}

	/**
	 * Processes one record.
	 * @param record the record; its key and value may be null
	 */
	void process(FixedKeyRecord<KIn, VIn> record);

	/**
	 * Releases what {@link #init} took. Does nothing unless overridden.
	 */
	default void close() {
	}

}
