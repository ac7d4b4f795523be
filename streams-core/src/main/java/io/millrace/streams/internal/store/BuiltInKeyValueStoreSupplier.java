package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a store's content lives in the task's own engine, and where that should keep
 * it. Made by {@link io.millrace.streams.state.Stores}, and by the DSL for stores that
 * the user says nothing about.
 *
 * @param name the store's name
 * @param place where the content should be
 */
public record BuiltInKeyValueStoreSupplier(String name, Place place) implements KeyValueBytesStoreSupplier {

	public BuiltInKeyValueStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
	}

	/**
	 * Leaves the place to the application's setting {@code state.store}.
	 * @param name the store's name
	 * @return a supplier
	 */
	public static BuiltInKeyValueStoreSupplier anywhere(String name) {
		return new BuiltInKeyValueStoreSupplier(name, Place.ANYWHERE);
	}

	@Override
	public KeyValueStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return (this.place == Place.MEMORY) ? "in-memory" : "persistent";
	}

	/**
	 * Where content may be.
	 */
	public enum Place {

		/** Where the application's setting says. */
		ANYWHERE,
		/** In memory. */
		MEMORY,
		/** On disk, if there is an engine for that. */
		DISK

	}

}
