package io.millrace.streams.processor.api;

import io.millrace.streams.processor.ConnectedStoreProvider;
import java.util.function.Supplier;

public interface ProcessorSupplier<KIn, VIn, KOut, VOut> extends ConnectedStoreProvider, Supplier<Processor<KIn, VIn, KOut, VOut>> {

	Processor<KIn, VIn, KOut, VOut> get();

	default Object get() {
		throw new UnsupportedOperationException();
	}

}
