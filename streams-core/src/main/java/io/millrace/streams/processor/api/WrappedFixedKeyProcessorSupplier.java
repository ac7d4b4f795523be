package io.millrace.streams.processor.api;

import org.jspecify.annotations.Nullable;

/**
 * A supplier that a {@link ProcessorWrapper} returned.
 *
 * @param <KIn> the type of the keys
 * @param <VIn> the type of the values taken
 * @param <VOut> the type of the values forwarded
 */
@FunctionalInterface
public interface WrappedFixedKeyProcessorSupplier<KIn extends @Nullable Object, VIn extends @Nullable Object, VOut extends @Nullable Object>
		extends FixedKeyProcessorSupplier<KIn, VIn, VOut> {

}
