package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;

public interface StoreSupplier<T extends StateStore> {

	String name();

	T get();

	String metricsScope();

}
