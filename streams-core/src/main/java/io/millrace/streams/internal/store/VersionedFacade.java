package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.VersionedTaskStore.FoundVersion;
import io.millrace.streams.state.VersionedKeyValueStore;
import io.millrace.streams.state.VersionedRecord;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A versioned store as processors see it. Made by {@link VersionedTaskStore}, which does
 * the work.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class VersionedFacade<K, V> extends TaskOwnedStore implements VersionedKeyValueStore<K, V>, VersionedAccess {

	private final VersionedTaskStore store;

	private final VersionedRows rows;

	VersionedFacade(VersionedTaskStore store) {
		super(store);
		this.store = store;
		this.rows = new VersionedRows(store);
	}

	@Override
	public TimestampedKeyValueAccess rows() {
		return this.rows;
	}

	@Override
	public long put(K key, @Nullable V value, long timestamp) {
		byte[] bytes = keyBytes(key);
		requireTime(timestamp);
		return this.store.write(bytes, value, timestamp) ? this.store.next(bytes, timestamp) : PUT_RETURN_CODE_NOT_PUT;
	}

	@Override
	public @Nullable VersionedRecord<V> delete(K key, long timestamp) {
		byte[] bytes = keyBytes(key);
		requireTime(timestamp);
		VersionedRecord<V> before = this.store.beyondHistory(timestamp) ? null : read(bytes, timestamp);
		this.store.write(bytes, null, timestamp);
		return before;
	}

	@Override
	public @Nullable VersionedRecord<V> get(K key) {
		return read(keyBytes(key), Long.MAX_VALUE);
	}

	@Override
	public @Nullable VersionedRecord<V> get(K key, long asOfTimestamp) {
		return read(keyBytes(key), asOfTimestamp);
	}

	private @Nullable VersionedRecord<V> read(byte[] key, long timestamp) {
		FoundVersion found = this.store.find(key, timestamp);
		return (found != null) ? found.record(this.store.value(found.stored())) : null;
	}

	private byte[] keyBytes(@Nullable Object key) {
		return this.store.keyBytes(requireKey(key));
	}

	private void requireTime(long timestamp) {
		if (timestamp < 0) {
			throw new IllegalArgumentException(
					"Store " + name() + " can't take a version of the time " + timestamp + ", before 1970.");
		}
	}

	@Override
	@SuppressWarnings("unchecked")
	public VersionedKeyValueStore<K, V> readOnly(IsolationLevel isolationLevel) {
		return (isolationLevel == IsolationLevel.READ_COMMITTED)
				? (VersionedKeyValueStore<K, V>) this.store.committedView(this.store::isOpen) : this;
	}

	@Override
	public long approximateNumUncommittedBytes() {
		return this.store.uncommittedBytes();
	}

}
