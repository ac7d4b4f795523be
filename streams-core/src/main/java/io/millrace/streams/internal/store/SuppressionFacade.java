package io.millrace.streams.internal.store;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a suppression, as its operator sees it. Made by
 * {@link SuppressionTaskStore}, which does the work.
 */
final class SuppressionFacade extends TaskOwnedStore implements SuppressionBuffer {

	private final SuppressionTaskStore store;

	private final ChangeInFlight inFlight = new ChangeInFlight();

	SuppressionFacade(SuppressionTaskStore store) {
		super(store);
		this.store = store;
	}

	@Override
	public void put(long time, Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers, @Nullable String topic, int partition, long offset) {
		this.store.put(time, key, newValue, oldValue, timestamp, headers, topic, partition, offset);
	}

	@Override
	public int rows() {
		return this.store.index().rows();
	}

	@Override
	public long bytes() {
		return this.store.index().bytes();
	}

	@Override
	public long earliest() {
		return this.store.index().earliest();
	}

	@Override
	public Change takeEarliest() {
		return this.store.takeEarliest();
	}

	@Override
	public boolean holds(Object key) {
		return this.store.holds(key);
	}

	@Override
	public @Nullable Object prior(Object key) {
		return this.store.prior(key);
	}

	@Override
	public void forwarding(Object key, @Nullable Object before) {
		this.inFlight.begin(key, before);
	}

	@Override
	public void forwarded() {
		this.inFlight.end();
	}

	@Override
	public long changeInFlight(Object key) {
		return this.inFlight.number(key);
	}

	@Override
	public @Nullable Object beforeChange() {
		return this.inFlight.before();
	}

	@Override
	public long approximateNumUncommittedBytes() {
		return this.store.uncommittedBytes();
	}

}
