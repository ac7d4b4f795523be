package io.millrace.streams.internal.store;

import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What the engine holds of a key-value store.
 */
final class CommittedKeyValues extends KeyValueContent {

	CommittedKeyValues(KeyValueTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_COMMITTED, access);
	}

	@Override
	@Nullable StoredValue get(Object key) {
		checkOpen();
		return committed(keyBytes(key));
	}

	@Override
	@Nullable Object valueOf(Object key) {
		checkOpen();
		return committedValue(keyBytes(key));
	}

	@Override
	StoredCursor scan(KeyRange range, boolean reverse) {
		checkOpen();
		return committed(range.from(), range.to(), reverse);
	}

	@Override
	long approximateEntries() {
		checkOpen();
		return this.store.engine.approximateEntries(name());
	}

}
