package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.state.KeyValueBytesStoreSupplier;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a store's content lives in memory, and that the rows that weren't used for
 * longest make room once there are too many. Made by
 * {@link io.millrace.streams.state.Stores}.
 *
 * @param name the store's name
 * @param mostRows how many rows the store keeps
 */
public record LruStoreSupplier(String name, int mostRows) implements KeyValueBytesStoreSupplier {

	static final Place PLACE = Place.MEMORY;

	public LruStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
		if (mostRows < 0) {
			throw new IllegalArgumentException("Store " + name + " can't keep at most " + mostRows
					+ " rows; give it a maxCacheSize of 0 or more.");
		}
	}

	@Override
	public KeyValueStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return "in-memory-lru";
	}

}
