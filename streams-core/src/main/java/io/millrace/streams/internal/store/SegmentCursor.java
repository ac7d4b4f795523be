package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.List;

import io.millrace.streams.kstream.Windowed;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of a window or session store, segment by segment, all of which are
 * opened at once so that the walk is a snapshot. Leaves out what lies between the entries
 * asked for only because keys differ in length. Made by {@link SegmentScan}.
 */
final class SegmentCursor implements EntryCursor {

	private final SegmentSource source;

	private final SegmentLayout layout;

	private final SegmentScan scan;

	private final List<StoredCursor> segments = new ArrayList<>(4);

	private final boolean keysAreTimes;

	private int current;

	/**
	 * Makes a cursor.
	 * @param keysAreTimes whether keys are shown as the start of their window only
	 */
	SegmentCursor(SegmentSource source, SegmentScan scan, boolean keysAreTimes) {
		this.source = source;
		this.layout = source.layout();
		this.scan = scan;
		this.keysAreTimes = keysAreTimes;
	}

	void add(StoredCursor segment) {
		this.segments.add(segment);
	}

	@Override
	public boolean next() {
		while (this.current < this.segments.size()) {
			StoredCursor segment = this.segments.get(this.current);
			while (segment.next()) {
				if (this.scan.accepts(segment.keyBytes())) {
					return true;
				}
			}
			this.current++;
		}
		return false;
	}

	private StoredCursor current() {
		return this.segments.get(this.current);
	}

	@Override
	public Object key() {
		byte[] keyBytes = current().keyBytes();
		long start = this.layout.startOf(keyBytes);
		if (this.keysAreTimes) {
			return start;
		}
		return new Windowed<>(this.source.key(this.layout.keyOf(keyBytes)),
				this.layout.window(start, this.layout.endOf(keyBytes)));
	}

	@Override
	public @Nullable Object value() {
		return current().value();
	}

	@Override
	public long timestamp() {
		return current().timestamp();
	}

	@Override
	public void close() {
		this.segments.forEach(StoredCursor::close);
	}

}
