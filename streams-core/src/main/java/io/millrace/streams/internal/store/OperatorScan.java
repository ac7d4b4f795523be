package io.millrace.streams.internal.store;

import java.util.Arrays;

import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * Finds windows or sessions for operators, of one key or of all, those written since the
 * last commit in place of the engine's. All that it needs for that it uses again, so in
 * steady state nothing is allocated but what the engine and the serdes need for rows that
 * aren't in the {@link CommittedCache}. Owned by {@link SegmentTaskStore}.
 */
final class OperatorScan {

	private final SegmentTaskStore store;

	private final SegmentLayout layout;

	private final RowsByKey byKey;

	/** The rows written since the last commit, the latest first, deleted ones too. */
	private final WindowRows written = new WindowRows();

	private byte[] low = OverlayEntry.NO_BYTES;

	private byte[] high = OverlayEntry.NO_BYTES;

	private @Nullable EngineCursor committed;

	private final LiveCursor cursor;

	/** How many of {@link #written} aren't among the results yet. */
	private int remaining;

	OperatorScan(SegmentTaskStore store) {
		this.store = store;
		this.layout = store.layout();
		this.byKey = new RowsByKey(store.overlay, this.layout);
		this.cursor = new LiveCursor(store.overlay, store.engine, store.name);
	}

	/**
	 * Finds the rows of a key that haven't expired.
	 * @param from the earliest time (the start of a window, the end of a session)
	 * @param to the latest time, inclusive
	 * @param latestStart the latest start, inclusive
	 * @param size the size of windows, as their rows are looked up; nothing of sessions
	 * @param rows filled with them, the earliest first
	 */
	void collect(Object key, long from, long to, long latestStart, long size, WindowRows rows) {
		this.store.checkOpen();
		rows.begin(this.store.serdes);
		long streamTime = this.store.streamTime();
		long first = Math.max(from, this.layout.earliest(streamTime));
		long last = Math.min(to, streamTime);
		if (first > last) {
			return;
		}
		byte[] keyBytes = this.store.serdes.keyBytes(key);
		Object canonical = this.store.keysAreObjects() ? StoreSerdes.canonicalKey(key, keyBytes) : null;
		int keyHash = SegmentLayout.hash(keyBytes);
		findWritten(keyBytes, keyHash, first, last, latestStart, size);
		for (long segment = this.layout.segment(first); segment <= this.layout.segment(last); segment++) {
			if (!this.store.presence().mayHaveKey(segment, keyHash, first, last)) {
				continue;
			}
			this.low = this.layout.from(segment, keyBytes, first, this.low);
			this.high = this.layout.behind(segment, keyBytes, last, this.high);
			try (EngineCursor found = this.store.engine.scan(this.store.name, this.low, this.high, false,
					this.committed)) {
				this.committed = found;
				while (found.next()) {
					byte[] engineKey = found.key();
					if (this.layout.keyBytes(engineKey) == keyBytes.length
							&& accepts(engineKey, first, last, latestStart)) {
						add(canonical, found, size, rows);
					}
				}
			}
		}
		while (this.remaining > 0) {
			addWritten(rows);
		}
		this.written.clear();
	}

	/**
	 * Hands over the windows of all keys that haven't expired, in no order.
	 * @param from the earliest start
	 * @param to the latest start, inclusive
	 * @param receiver takes them, and writes nothing
	 */
	void forEach(long from, long to, WindowAccess.Receiver receiver) {
		this.store.checkOpen();
		long streamTime = this.store.streamTime();
		long first = Math.max(from, this.layout.earliest(streamTime));
		long last = Math.min(to, streamTime);
		if (first > last) {
			return;
		}
		try (LiveCursor rows = this.cursor) {
			rows.open(this.layout.segmentKey(this.layout.segment(first)),
					this.layout.segmentKey(this.layout.segment(last) + 1));
			while (rows.next()) {
				long time = this.layout.timeOf(rows.key());
				if (time >= first && time <= last) {
					handOver(rows, receiver);
				}
			}
		}
	}

	private void handOver(LiveCursor rows, WindowAccess.Receiver receiver) {
		StoreSerdes serdes = this.store.serdes;
		OverlayEntry written = rows.written();
		if (written != null) {
			receiver.take(this.store.row(written), serdes.value(written.value), written.timestamp);
			return;
		}
		byte[] content = rows.content();
		long start = this.layout.startOf(rows.key());
		receiver.take(
				new Windowed<>(serdes.key(this.layout.keyOf(rows.key())),
						this.layout.window(start, this.layout.endOf(rows.key()))),
				serdes.value(serdes.storedOf(content)), serdes.timestampOf(content));
	}

	private void findWritten(byte[] keyBytes, int keyHash, long first, long last, long latestStart, long size) {
		this.written.clear();
		for (OverlayEntry row = this.byKey.latest(keyBytes, keyHash); row != null; row = row.earlier) {
			long time = this.layout.time(row.windowStart, row.windowEnd);
			if (time < first) {
				break;
			}
			if (time <= last && row.windowStart <= latestStart) {
				this.written.add(row.windowStart, end(row.windowStart, row.windowEnd, size), row.value, row.timestamp);
			}
		}
		this.remaining = this.written.count();
	}

	private boolean accepts(byte[] engineKey, long first, long last, long latestStart) {
		long time = this.layout.timeOf(engineKey);
		return time >= first && time <= last && this.layout.startOf(engineKey) <= latestStart;
	}

	private long end(long start, long end, long size) {
		if (this.layout.sessions()) {
			return end;
		}
		long windowEnd = start + size;
		return (windowEnd < 0) ? Long.MAX_VALUE : windowEnd;
	}

	/**
	 * Adds a row of the engine, after those written that come before it, unless one of
	 * these stands in its place. Duplicates were numbered before those written since.
	 */
	private void add(@Nullable Object canonical, EngineCursor committed, long size, WindowRows rows) {
		byte[] engineKey = committed.key();
		long start = this.layout.startOf(engineKey);
		long end = end(start, this.layout.endOf(engineKey), size);
		while (this.remaining > 0 && compareNext(start, end) < 0) {
			addWritten(rows);
		}
		if (this.remaining > 0 && !this.layout.duplicates() && compareNext(start, end) == 0) {
			addWritten(rows);
		}
		else if (this.layout.duplicates()) {
			byte[] content = committed.value();
			rows.add(start, end, this.store.serdes.storedOf(content), this.store.serdes.timestampOf(content));
		}
		else {
			addCommitted(canonical, committed, start, end, rows);
		}
	}

	/**
	 * Compares the time of the next row written with that of another row.
	 */
	private int compareNext(long start, long end) {
		int next = this.remaining - 1;
		int order = this.layout.sessions() ? Long.compare(this.written.end(next), end) : 0;
		return (order != 0) ? order : Long.compare(this.written.start(next), start);
	}

	private void addWritten(WindowRows rows) {
		this.remaining--;
		Object value = this.written.stored(this.remaining);
		if (value != null) {
			rows.add(this.written.start(this.remaining), this.written.end(this.remaining), value,
					this.written.timestamp(this.remaining));
		}
	}

	private void addCommitted(@Nullable Object canonical, EngineCursor committed, long start, long end,
			WindowRows rows) {
		byte[] engineKey = committed.key();
		int hash = (canonical != null) ? SegmentTaskStore.hash(canonical, start, end)
				: Overlay.hash(Arrays.hashCode(engineKey));
		CommittedCache.Entry known = this.store.cache.find(hash, canonical, engineKey, start, end);
		Object value = (known != null) ? known.value() : null;
		if (known != null && value != null) {
			rows.add(start, end, value, known.timestamp);
			return;
		}
		OverlayEntry entry = this.store.unwritten(hash, canonical, start, end, engineKey);
		this.store.serdes.load(entry, committed.value());
		entry.loaded = true;
		this.store.cache.keep(entry);
		rows.add(start, end, entry.value, entry.timestamp);
	}

}
