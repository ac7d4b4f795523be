package io.millrace.streams.processor;

import java.util.Set;

import io.millrace.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Brings stores along with a processor: they are added to the topology and connected with
 * the processor without further calls.
 */
public interface ConnectedStoreProvider {

	/**
	 * The stores of the processor.
	 * @return the builders, the same instances at each call; null, the default, for none
	 */
	default @Nullable Set<StoreBuilder<?>> stores() {
		return null;
	}

}
