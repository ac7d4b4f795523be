package io.millrace.streams.internal.store;

import io.millrace.streams.internal.store.StoreMemory.Kept;
import io.millrace.streams.errors.InvalidStateStoreException;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * What the engine holds of a window or session store.
 */
final class CommittedSegments extends SegmentContent {

	private static final int ATTEMPTS = 100;

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

	/**
	 * It takes several steps, and a session that grows moves to another place: with a
	 * commit in between it might be missed, or be found twice.
	 */
	@Override
	public SegmentCursor open(SegmentScan scan, boolean reverse, boolean keysAreTimes) {
		for (int i = 0; i < ATTEMPTS; i++) {
			long version = this.store.engine.version(name());
			SegmentCursor cursor = scan.openIn(this, reverse, keysAreTimes);
			if (isStill(version, cursor)) {
				return cursor;
			}
			cursor.close();
		}
		throw new InvalidStateStoreException("Store " + name()
				+ " can't be queried because it is written to more often than it can be looked through. Ask for a"
				+ " shorter time, or try again later.");
	}

	private boolean isStill(long version, SegmentCursor cursor) {
		try {
			return this.store.engine.version(name()) == version;
		}
		catch (RuntimeException ex) {
			cursor.close();
			throw ex;
		}
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
