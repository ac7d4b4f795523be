package io.millrace.streams.internal.store;

import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store with the writes since the last commit. The owner's thread looks those
 * up; the rest is read from the engine by whoever asks.
 */
final class UncommittedKeyValues extends KeyValueContent {

	UncommittedKeyValues(KeyValueTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_UNCOMMITTED, access);
	}

	@Override
	@Nullable StoredValue get(Object key) {
		byte[] keyBytes = keyBytes(key);
		Object canonical = StoreSerdes.canonicalKey(key, keyBytes);
		StoredValue written = this.access.<@Nullable StoredValue>ask(name(),
				() -> this.store.written(canonical, keyBytes), () -> null);
		if (written == null) {
			return committed(keyBytes);
		}
		return (written.stored() != null) ? written : null;
	}

	@Override
	StoredCursor scan(KeyRange range, boolean reverse) {
		return this.access.ask(name(), () -> shared(this.store.scan(range.from(), range.to(), reverse)),
				() -> committed(range.from(), range.to(), reverse));
	}

	@Override
	long approximateEntries() {
		return this.store.approximateEntries(this.access.ask(name(), this.store::written, () -> OverlaySnapshot.EMPTY));
	}

}
