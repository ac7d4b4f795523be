package io.millrace.streams.processor;

import io.millrace.streams.state.StoreBuilder;
import java.util.Set;

public interface ConnectedStoreProvider {

	default Set<StoreBuilder<?>> stores() {
		throw new UnsupportedOperationException();
	}

}
