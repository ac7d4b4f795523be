package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a store's content lives in the task's own engine, and whether that should be
 * on disk. Made by {@link io.millrace.streams.state.Stores}.
 *
 * @param name the store's name
 * @param persistent whether an engine on disk is wanted
 * @param timestamped whether there is room for timestamps
 */
public record BuiltInKeyValueStoreSupplier(String name, boolean persistent,
		boolean timestamped) implements KeyValueBytesStoreSupplier {

	public BuiltInKeyValueStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
	}

	@Override
	public KeyValueStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return this.persistent ? "persistent" : "in-memory";
	}

}
