package io.millrace.streams.internal.store;

import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * A window or session store with the writes since the last commit. The owner's thread
 * looks those up, and opens all parts of a scan in one go.
 */
final class UncommittedSegments extends SegmentContent {

	private final CommittedSegments committed;

	UncommittedSegments(SegmentTaskStore store, ViewAccess access) {
		super(store, IsolationLevel.READ_UNCOMMITTED, access);
		this.committed = new CommittedSegments(store, access);
	}

	@Override
	@Nullable StoredValue find(Object key, long start, long end) {
		byte[] keyBytes = keyBytes(key);
		Object canonical = StoreSerdes.canonicalKey(key, keyBytes);
		StoredValue written = this.access.<@Nullable StoredValue>ask(name(),
				() -> this.store.written(canonical, keyBytes, start, end), () -> null);
		if (written == null) {
			return this.committed.find(key, start, end);
		}
		return (written.stored() != null) ? written : null;
	}

	@Override
	public SegmentCursor open(SegmentScan scan, boolean reverse, boolean keysAreTimes) {
		return this.access.ask(name(), () -> scan.openIn(this, reverse, keysAreTimes),
				() -> scan.openIn(this.committed, reverse, keysAreTimes));
	}

	/**
	 * Asked while a scan is opened, by the owner's thread.
	 */
	@Override
	public long streamTime() {
		return this.store.streamTime();
	}

	/**
	 * Asked while a scan is opened, by the owner's thread.
	 */
	@Override
	public StoredCursor scan(byte[] from, byte[] to, boolean reverse) {
		return shared(this.store.scan(from, to, reverse));
	}

}
