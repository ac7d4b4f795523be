package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * Processes records one by one and forwards results through its context. Each task has an
 * instance of its own, run by one thread at a time.
 *
 * @param <KIn> the type of keys that come in
 * @param <VIn> the type of values that come in
 * @param <KOut> the type of keys that are forwarded
 * @param <VOut> the type of values that are forwarded
 */
@FunctionalInterface
public interface Processor<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object> {

	/**
	 * Readies the processor; called once for each task before the first record, when the
	 * stores are complete. Does nothing unless overridden.
	 * @param context the task as the processor sees it, to be kept for
	 * {@link #process(Record)}
	 */
	default void init(ProcessorContext<KOut, VOut> context) {
	}

	/**
	 * Processes one record.
	 * @param record the record; its key and value may be null
	 */
	void process(Record<KIn, VIn> record);

	/**
	 * Releases what {@link #init} took. Nothing can be forwarded any more, and stores are
	 * closed by the task. Does nothing unless overridden.
	 */
	default void close() {
	}

}
