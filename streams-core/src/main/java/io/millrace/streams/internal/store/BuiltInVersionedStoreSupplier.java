package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.state.KeyValueStore;
import io.millrace.streams.state.VersionedBytesStoreSupplier;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a versioned store lives in the task's own engine, and what it is like. Made
 * by {@link io.millrace.streams.state.Stores}.
 *
 * @param name the store's name
 * @param place where the content should be
 * @param historyRetentionMs how far back versions are kept, in milliseconds
 */
public record BuiltInVersionedStoreSupplier(String name, Place place,
		long historyRetentionMs) implements VersionedBytesStoreSupplier {

	public BuiltInVersionedStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
		if (historyRetentionMs < 0) {
			throw new IllegalArgumentException("The history retention of store " + name + " can't be "
					+ historyRetentionMs + " ms; it mustn't be negative.");
		}
	}

	@Override
	public KeyValueStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return "persistent-versioned";
	}

}
