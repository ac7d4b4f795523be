package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.StoreMemory.Kept;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What the engine holds of a window or session store.
 */
final class CommittedSegments extends SegmentContent {

	CommittedSegments(SegmentTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_COMMITTED, access);
	}

	@Override
	@Nullable StoredValue find(Object key, long start, long end) {
		checkOpen();
		Kept kept = StoreMemory.kept(this.store.engine, name());
		if (layout().time(start, end) < layout().earliest(kept.streamTime())) {
			return null;
		}
		int sequence = layout().duplicates() ? kept.sequence() : 0;
		return committed(layout().engineKey(keyBytes(key), start, end, sequence));
	}

	@Override
	public long streamTime() {
		checkOpen();
		return StoreMemory.kept(this.store.engine, name()).streamTime();
	}

	@Override
	public StoredCursor scan(byte[] from, byte[] to, boolean reverse) {
		checkOpen();
		return committed(from, to, reverse);
	}

}
