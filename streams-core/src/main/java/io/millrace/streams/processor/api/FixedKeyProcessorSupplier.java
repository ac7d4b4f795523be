package io.millrace.streams.processor.api;

import io.millrace.streams.processor.ConnectedStoreProvider;
import java.util.function.Supplier;

public interface FixedKeyProcessorSupplier<KIn, VIn, VOut> extends ConnectedStoreProvider, Supplier<FixedKeyProcessor<KIn, VIn, VOut>> {

	FixedKeyProcessor<KIn, VIn, VOut> get();

	default Object get() {
		throw new UnsupportedOperationException();
	}

}
