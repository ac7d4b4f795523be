package io.millrace.streams.processor.api;

import java.util.function.Supplier;

import io.millrace.streams.processor.ConnectedStoreProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes the processors of an operator that keeps keys, one for each task.
 *
 * @param <KIn> the type of keys
 * @param <VIn> the type of values that come in
 * @param <VOut> the type of values that are forwarded
 */
@FunctionalInterface
public interface FixedKeyProcessorSupplier<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
		extends ConnectedStoreProvider, Supplier<FixedKeyProcessor<KIn, VIn, VOut>> {

	/**
	 * Makes a processor.
	 * @return a new instance at each call
	 */
	@Override
	FixedKeyProcessor<KIn, VIn, VOut> get();

}
