package io.millrace.streams.internal.store;

import java.util.Objects;

import io.millrace.streams.state.VersionedKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A versioned store as operators that keep a table in it see it: rows are the latest
 * versions, or those of a time. Made by {@link VersionedFacade}.
 */
final class VersionedRows implements TimestampedKeyValueAccess {

	private final VersionedTaskStore store;

	private byte @Nullable [] foundKey;

	private long foundTimestamp = -1;

	private long missedBy;

	VersionedRows(VersionedTaskStore store) {
		this.store = store;
	}

	@Override
	public @Nullable Object find(Object key) {
		return find(key, Long.MAX_VALUE);
	}

	@Override
	public @Nullable Object find(Object key, long asOfTimestamp) {
		byte[] bytes = this.store.keyBytes(key);
		this.foundKey = bytes;
		Object stored = this.store.look(bytes, asOfTimestamp);
		this.missedBy = this.store.missedBy();
		this.foundTimestamp = (stored != null) ? this.store.lookedAt() : -1;
		return (stored != null) ? this.store.value(stored) : null;
	}

	@Override
	public long missedBy() {
		return this.missedBy;
	}

	@Override
	public long foundTimestamp() {
		return this.foundTimestamp;
	}

	@Override
	public long write(@Nullable Object value, long timestamp) {
		return write(Objects.requireNonNull(this.foundKey, "A row is written before one was looked up"), value,
				timestamp);
	}

	private long write(byte[] key, @Nullable Object value, long timestamp) {
		if (!this.store.write(key, value, timestamp)) {
			this.missedBy = this.store.beforeHistory(timestamp);
			return NOT_WRITTEN;
		}
		long next = this.store.next(key, timestamp);
		return (next == VersionedKeyValueStore.PUT_RETURN_CODE_VALID_TO_UNDEFINED) ? LATEST : next;
	}

	@Override
	public void update(@Nullable Object value, long timestamp) {
		write(value, timestamp);
	}

	@Override
	public void put(Object key, @Nullable Object value, long timestamp) {
		write(this.store.keyBytes(key), value, timestamp);
	}

	@Override
	public boolean versioned() {
		return true;
	}

}
