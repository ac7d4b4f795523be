package io.millrace.streams.kstream;

import java.util.function.Supplier;

import io.millrace.streams.processor.ConnectedStoreProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes transformers, one for each task, and may bring stores along.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 * @param <VR> the type of the new values
 */
public interface ValueTransformerWithKeySupplier<K extends @Nullable Object, V extends @Nullable Object, VR extends @Nullable Object>
		extends ConnectedStoreProvider, Supplier<ValueTransformerWithKey<K, V, VR>> {

	/**
	 * Makes a transformer.
	 * @return a new instance at each call
	 */
	@Override
	ValueTransformerWithKey<K, V, VR> get();

}
