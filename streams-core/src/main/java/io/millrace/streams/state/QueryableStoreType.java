package io.millrace.streams.state;

import io.millrace.streams.processor.StateStore;
import io.millrace.streams.state.internals.StateStoreProvider;

public interface QueryableStoreType<T> {

	boolean accepts(StateStore store);

	T create(StateStoreProvider stateStoreProvider, String name);

}
