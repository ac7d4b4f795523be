package io.millrace.streams.internal.store;

import io.millrace.streams.state.QueryableStoreType;
import io.millrace.streams.state.ReadOnlyKeyValueStore;
import io.millrace.streams.state.StateStoreProvider;
import org.jspecify.annotations.Nullable;

/**
 * Many partitions of a store as one.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class CompositeKeyValueStore {

	private CompositeKeyValueStore() {
	}

	public static <K, V extends @Nullable Object> ReadOnlyKeyValueStore<K, V> of(StateStoreProvider provider,
			QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String name) {
		throw new UnsupportedOperationException();
	}

	public static <K, V> ReadOnlyKeyValueStore<K, V> ofPlainValues(StateStoreProvider provider,
			QueryableStoreType<ReadOnlyKeyValueStore<K, V>> type, String name) {
		throw new UnsupportedOperationException();
	}

}
