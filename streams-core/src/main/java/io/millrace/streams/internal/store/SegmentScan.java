package io.millrace.streams.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Which entries of a window or session store are asked for: of one key, of a range of
 * keys or of all, within a time, and for sessions up to a latest start. What has expired
 * is not among them, unless said otherwise. Shown by one cursor; opened again, it begins
 * anew, and the one before is of no use.
 */
final class SegmentScan {

	private final SegmentSource source;

	private final SegmentLayout layout;

	private final byte @Nullable [] keyFrom;

	private final byte @Nullable [] keyTo;

	private final boolean oneKey;

	private final long askedFrom;

	private final long askedTo;

	private final long latestStart;

	private long from;

	private long to;

	private boolean hidden;

	private SegmentScan(SegmentSource source, byte @Nullable [] keyFrom, byte @Nullable [] keyTo, boolean oneKey,
			long from, long to, long latestStart) {
		this.source = source;
		this.layout = source.layout();
		this.keyFrom = keyFrom;
		this.keyTo = keyTo;
		this.oneKey = oneKey;
		this.askedFrom = from;
		this.askedTo = to;
		this.latestStart = latestStart;
	}

	/**
	 * Asks for one key.
	 * @param from the earliest time (the start of a window, the end of a session)
	 * @param to the latest time, inclusive
	 */
	static SegmentScan key(SegmentSource source, Object key, long from, long to) {
		return key(source, key, from, to, Long.MAX_VALUE);
	}

	static SegmentScan key(SegmentSource source, Object key, long from, long to, long latestStart) {
		byte[] bytes = source.keyBytes(key);
		return new SegmentScan(source, bytes, bytes, true, from, to, latestStart);
	}

	/**
	 * Asks for a range of keys.
	 * @param keyFrom the lowest, inclusive; null for no bound
	 * @param keyTo the highest, inclusive; null for no bound
	 * @param from the earliest time (the start of a window, the end of a session)
	 * @param to the latest time, inclusive
	 */
	static SegmentScan keys(SegmentSource source, @Nullable Object keyFrom, @Nullable Object keyTo, long from,
			long to) {
		return keys(source, keyFrom, keyTo, from, to, Long.MAX_VALUE);
	}

	static SegmentScan keys(SegmentSource source, @Nullable Object keyFrom, @Nullable Object keyTo, long from, long to,
			long latestStart) {
		return new SegmentScan(source, (keyFrom != null) ? source.keyBytes(keyFrom) : null,
				(keyTo != null) ? source.keyBytes(keyTo) : null, false, from, to, latestStart);
	}

	/**
	 * Asks for what is kept but has expired as well.
	 */
	SegmentScan withHidden() {
		this.hidden = true;
		return this;
	}

	/**
	 * Opens a cursor over the content as it is now.
	 * @param keysAreTimes whether it shows keys as the start of their window only
	 */
	SegmentCursor open(boolean reverse, boolean keysAreTimes) {
		return this.source.open(this, reverse, keysAreTimes);
	}

	/**
	 * Opens a cursor over the content that a source has now.
	 */
	SegmentCursor openIn(SegmentSource content, boolean reverse, boolean keysAreTimes) {
		SegmentCursor cursor = new SegmentCursor(content, this, keysAreTimes);
		long streamTime = content.streamTime();
		this.from = Math.max(this.askedFrom,
				this.hidden ? this.layout.earliestKept(streamTime) : this.layout.earliest(streamTime));
		this.to = Math.min(this.askedTo, streamTime);
		if (this.from > this.to) {
			return cursor;
		}
		long first = this.layout.segment(this.from);
		long last = this.layout.segment(this.to);
		try {
			if (this.keyFrom == null && this.keyTo == null) {
				cursor.add(content.scan(this.layout.segmentKey(first), this.layout.segmentKey(last + 1), reverse));
				return cursor;
			}
			for (long i = 0; i <= last - first; i++) {
				long segment = reverse ? last - i : first + i;
				cursor.add(content.scan(lowest(segment), highest(segment), reverse));
			}
			return cursor;
		}
		catch (RuntimeException ex) {
			cursor.close();
			throw ex;
		}
	}

	private byte[] lowest(long segment) {
		if (this.keyFrom == null) {
			return this.layout.segmentKey(segment);
		}
		return this.oneKey ? this.layout.from(segment, this.keyFrom, this.from)
				: this.layout.lowest(segment, this.keyFrom);
	}

	private byte[] highest(long segment) {
		if (this.keyTo == null) {
			return this.layout.segmentKey(segment + 1);
		}
		return this.oneKey ? this.layout.behind(segment, this.keyTo, this.to)
				: this.layout.behindKeysTo(segment, this.keyTo);
	}

	/**
	 * Whether an entry between the bounds is one that was asked for.
	 */
	boolean accepts(byte[] engineKey) {
		long time = this.layout.timeOf(engineKey);
		if (time < this.from || time > this.to || this.layout.startOf(engineKey) > this.latestStart) {
			return false;
		}
		if (this.oneKey) {
			return this.keyFrom != null && this.layout.keyBytes(engineKey) == this.keyFrom.length;
		}
		return (this.keyFrom == null || this.layout.compareKey(engineKey, this.keyFrom) >= 0)
				&& (this.keyTo == null || this.layout.compareKey(engineKey, this.keyTo) <= 0);
	}

}
