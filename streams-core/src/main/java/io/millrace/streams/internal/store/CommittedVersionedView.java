package io.millrace.streams.internal.store;

import java.util.function.BooleanSupplier;

import io.millrace.streams.errors.StateStoreMigratedException;
import io.millrace.streams.processor.StateStore;
import io.millrace.streams.processor.StateStoreContext;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The committed content of a versioned store, for queries from any thread, one at a time.
 * Made by {@link VersionedTaskStore#committedView}.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class CommittedVersionedView<K, V> implements VersionedKeyValueStore<K, V> {

	/** A store of nothing but what the engine has. */
	private final VersionedTaskStore committed;

	private final VersionedFacade<K, V> reads;

	private final BooleanSupplier open;

	CommittedVersionedView(VersionedTaskStore committed, BooleanSupplier open) {
		this.committed = committed;
		this.reads = new VersionedFacade<>(committed);
		this.open = open;
	}

	private void ready() {
		if (!isOpen()) {
			throw new StateStoreMigratedException(
					"Store " + name() + " was closed, or moved to another instance. Ask for the store again.");
		}
		// Commits since the last read have moved stream time on.
		this.committed.discard();
	}

	@Override
	public synchronized @Nullable VersionedRecord<V> get(K key) {
		ready();
		return this.reads.get(key);
	}

	@Override
	public synchronized @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
		ready();
		return this.reads.get(key, asOfTimestamp);
	}

	@Override
	public VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		if (isolationLevel == IsolationLevel.READ_COMMITTED) {
			return this;
		}
		throw new UnsupportedOperationException("A query shows committed data only.");
	}

	@Override
	public long put(K key, @Nullable V value, long timestamp) {
		throw readOnly();
	}

	@Override
	public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
		throw readOnly();
	}

	@Override
	public void init(StateStoreContext stateStoreContext, StateStore root) {
		throw readOnly();
	}

	@Override
	public void close() {
		throw readOnly();
	}

	private UnsupportedOperationException readOnly() {
		return new UnsupportedOperationException("Store " + name() + " can only be read by a query.");
	}

	@Override
	public String name() {
		return this.committed.name();
	}

	@Override
	public boolean persistent() {
		return this.committed.persistent();
	}

	@Override
	public boolean isOpen() {
		return this.open.getAsBoolean();
	}

}
