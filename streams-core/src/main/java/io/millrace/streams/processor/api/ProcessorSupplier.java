package io.millrace.streams.processor.api;

import java.util.function.Supplier;

import io.millrace.streams.processor.ConnectedStoreProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes the processors of an operator, one for each task.
 *
 * @param <KIn> the type of keys that come in
 * @param <VIn> the type of values that come in
 * @param <KOut> the type of keys that are forwarded
 * @param <VOut> the type of values that are forwarded
 */
@FunctionalInterface
public interface ProcessorSupplier<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object>
		extends ConnectedStoreProvider, Supplier<Processor<KIn, VIn, KOut, VOut>> {

	/**
	 * Makes a processor.
	 * @return a new instance at each call
	 */
	@Override
	Processor<KIn, VIn, KOut, VOut> get();

}
