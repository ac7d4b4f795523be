package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.internal.store.BuiltInKeyValueStoreSupplier.Place;
import io.millrace.streams.state.SessionBytesStoreSupplier;
import io.millrace.streams.state.SessionStore;
import org.apache.kafka.common.utils.Bytes;

/**
 * Says that a session store lives in the task's own engine, and what it is like. Made by
 * {@link io.millrace.streams.state.Stores}, and by the DSL for stores that the user says
 * nothing about.
 *
 * @param name the store's name
 * @param place where the content should be
 * @param retentionPeriod how long sessions are kept, in milliseconds
 */
public record BuiltInSessionStoreSupplier(String name, Place place,
		long retentionPeriod) implements SessionBytesStoreSupplier {

	public BuiltInSessionStoreSupplier {
		Objects.requireNonNull(name, "A store needs a name; it is null");
		if (retentionPeriod < 0) {
			throw new IllegalArgumentException(
					"The retention of store " + name + " can't be " + retentionPeriod + " ms; it mustn't be negative.");
		}
	}

	/**
	 * Leaves the place to the application's setting {@code state.store}.
	 * @param name the store's name
	 * @param retentionPeriod how long sessions are kept, in milliseconds
	 * @return a supplier
	 */
	public static BuiltInSessionStoreSupplier anywhere(String name, long retentionPeriod) {
		return new BuiltInSessionStoreSupplier(name, Place.ANYWHERE, retentionPeriod);
	}

	@Override
	public long segmentIntervalMs() {
		return SegmentLayout.defaultInterval(this.retentionPeriod);
	}

	@Override
	public SessionStore<Bytes, byte[]> get() {
		throw new UnsupportedOperationException(
				"The store " + this.name + " lives in the engine of its task and has no store of bytes of its own.");
	}

	@Override
	public String metricsScope() {
		return (this.place == Place.MEMORY) ? "in-memory-session" : "persistent-session";
	}

}
