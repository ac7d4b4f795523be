package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * A supplier that a {@link ProcessorWrapper} returned.
 *
 * @param <KIn> the type of the keys taken
 * @param <VIn> the type of the values taken
 * @param <KOut> the type of the keys forwarded
 * @param <VOut> the type of the values forwarded
 */
@FunctionalInterface
public interface WrappedProcessorSupplier<KIn extends @Nullable Object, VIn extends @Nullable Object, KOut extends @Nullable Object, VOut extends @Nullable Object>
		extends ProcessorSupplier<KIn, VIn, KOut, VOut> {

}
