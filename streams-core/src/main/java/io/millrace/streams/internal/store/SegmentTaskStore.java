package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.kstream.Windowed;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A window or session store of a task: an {@link Overlay} of writes since the last commit
 * before the task's {@link StateEngine}, and a {@link StoreMemory} of stream time, by
 * which content expires. Made by {@link TaskStores}.
 */
final class SegmentTaskStore extends BuiltInTaskStore implements SegmentSource {

	private final SegmentLayout layout;

	private final LongSupplier recordTimestamp;

	private final DropCounter drops;

	private final StoreMemory memory;

	private final StateStore facade;

	private final boolean keysAreObjects;

	private final OperatorScan operatorScan;

	private final CommittedPresence presence;

	SegmentTaskStore(String name, boolean logged, StoreSerdes serdes, SegmentLayout layout, StateEngine engine,
			LongSupplier recordTimestamp, DropCounter drops, CacheBudget budget, boolean cached) {
		super(name, logged, serdes, engine, layout.duplicates() ? new CacheBudget(0) : budget, cached);
		this.layout = layout;
		this.memory = new StoreMemory(engine, name);
		this.recordTimestamp = recordTimestamp;
		this.drops = drops;
		// Duplicates are told apart by their bytes alone.
		this.keysAreObjects = serdes.keysAreObjects() && !layout.duplicates();
		this.operatorScan = new OperatorScan(this);
		this.presence = new CommittedPresence(layout, this.memory, budget);
		if (layout.sessions()) {
			this.facade = new SessionFacade<>(this);
		}
		else {
			this.facade = serdes.timestamped() ? new TimestampedWindowFacade<>(this) : new PlainWindowFacade<>(this);
		}
	}

	@Override
	public StateStore facade() {
		return this.facade;
	}

	/**
	 * Looks a window up among the writes since the last commit.
	 * @return the entry, or one that can be written to
	 */
	OverlayEntry locate(Object key, long start, long end) {
		checkOpen();
		if (!this.keysAreObjects) {
			byte[] engineKey = this.layout.engineKey(this.serdes.keyBytes(key), start, end, this.memory.sequence());
			int hash = Overlay.hash(Arrays.hashCode(engineKey));
			OverlayEntry entry = this.overlay.find(hash, engineKey);
			if (entry != null) {
				return entry;
			}
			CommittedCache.Entry cached = this.cache.find(hash, null, engineKey, start, end);
			return (cached != null) ? unwritten(hash, start, end, cached)
					: unwritten(hash, null, start, end, engineKey);
		}
		return locateObject(key, start, end);
	}

	private OverlayEntry locateObject(Object key, long start, long end) {
		int hash = hash(key, start, end);
		OverlayEntry entry = this.overlay.find(hash, key, start, end);
		if (entry != null) {
			return entry;
		}
		CommittedCache.Entry cached = this.cache.find(hash, key, OverlayEntry.NO_BYTES, start, end);
		if (cached != null) {
			return unwritten(hash, start, end, cached);
		}
		byte[] keyBytes = this.serdes.keyBytes(key);
		Object canonical = StoreSerdes.canonicalKey(key, keyBytes);
		if (!canonical.equals(key)) {
			return locateObject(canonical, start, end);
		}
		return unwritten(hash, key, start, end, this.layout.engineKey(keyBytes, start, end, this.memory.sequence()));
	}

	private OverlayEntry unwritten(int hash, long start, long end, CommittedCache.Entry cached) {
		OverlayEntry entry = unwritten(hash, cached);
		entry.windowStart = start;
		entry.windowEnd = end;
		return entry;
	}

	OverlayEntry unwritten(int hash, @Nullable Object key, long start, long end, byte[] engineKey) {
		OverlayEntry entry = this.overlay.unwritten(hash, key, engineKey);
		entry.windowStart = start;
		entry.windowEnd = end;
		return entry;
	}

	/**
	 * Looks a window up, in the engine also. An expired one isn't found.
	 * @return the entry; written or not, it holds what is known of the window
	 */
	OverlayEntry find(Object key, long start, long end) {
		OverlayEntry entry = locate(key, start, end);
		if (!expired(start, end)) {
			if (entry.written || entry.loaded || this.presence.mayHaveRow(entry.keyBytes)) {
				load(entry);
			}
			else {
				entry.loaded = true;
			}
		}
		else if (!entry.written) {
			entry.value = null;
		}
		return entry;
	}

	/**
	 * Looks up what was written for a key and window since the last commit, and changes
	 * nothing.
	 * @param canonical the key, as {@link StoreSerdes#canonicalKey} makes it
	 * @param keyBytes the same, serialised
	 * @return the value, null in it if it was deleted or has expired; null if nothing was
	 * written
	 */
	@Nullable StoredValue written(Object canonical, byte[] keyBytes, long start, long end) {
		if (expired(start, end)) {
			return new StoredValue(null, -1);
		}
		OverlayEntry entry;
		if (this.keysAreObjects) {
			entry = this.overlay.find(hash(canonical, start, end), canonical, start, end);
		}
		else {
			byte[] engineKey = this.layout.engineKey(keyBytes, start, end, this.memory.sequence());
			entry = this.overlay.find(Overlay.hash(Arrays.hashCode(engineKey)), engineKey);
		}
		return (entry != null) ? new StoredValue(entry.value, entry.timestamp) : null;
	}

	/**
	 * Whether rows are found by their key itself, not by its bytes.
	 */
	boolean keysAreObjects() {
		return this.keysAreObjects;
	}

	/**
	 * Finds rows of one key for an operator.
	 */
	OperatorScan operatorScan() {
		return this.operatorScan;
	}

	/**
	 * What the engine surely doesn't hold.
	 */
	CommittedPresence presence() {
		return this.presence;
	}

	static int hash(Object key, long start, long end) {
		return Overlay.hash(31 * (31 * key.hashCode() + Long.hashCode(start)) + Long.hashCode(end));
	}

	boolean expired(long start, long end) {
		return this.layout.time(start, end) < this.layout.earliest(streamTime());
	}

	@Nullable Object value(OverlayEntry entry) {
		return expired(entry.windowStart, entry.windowEnd) ? null : this.serdes.value(entry.value);
	}

	/**
	 * The value of an entry before its change that is held back.
	 */
	@Nullable Object forwarded(OverlayEntry entry) {
		return expired(entry.windowStart, entry.windowEnd) ? null : this.serdes.value(entry.heldBefore);
	}

	/**
	 * Writes an entry. One that comes too late is counted, and written only if the store
	 * keeps what it doesn't show.
	 */
	void write(OverlayEntry entry, @Nullable Object value, long timestamp) {
		if (expired(entry.windowStart, entry.windowEnd)) {
			this.drops.dropped(this.name, DropReason.EXPIRED_WINDOW);
			if (this.layout.time(entry.windowStart, entry.windowEnd) < this.layout.earliestKept(streamTime())) {
				return;
			}
		}
		this.overlay.write(entry, this.serdes.stored(value), timestamp);
		this.memory.advanceStreamTime(this.layout.time(entry.windowStart, entry.windowEnd));
	}

	/**
	 * As {@link #write}, of an entry that {@link #find} found, and holds the change back.
	 * @return whether it's held; one that comes too late isn't, nor is it written
	 */
	boolean hold(OverlayEntry entry, @Nullable Object value, long timestamp, Headers headers,
			@Nullable TopicPartition partition, long offset) {
		if (expired(entry.windowStart, entry.windowEnd)) {
			return false;
		}
		this.overlay.hold(entry, this.serdes.stored(value), timestamp, headers, partition, offset);
		this.memory.advanceStreamTime(this.layout.time(entry.windowStart, entry.windowEnd));
		return true;
	}

	@Override
	Windowed<Object> row(OverlayEntry entry) {
		return windowed(entry, (entry.key != null) ? entry.key : key(this.layout.keyOf(entry.keyBytes)));
	}

	/**
	 * Makes the next write one of its own even if its window is there already.
	 */
	void nextDuplicate() {
		this.memory.nextSequence();
	}

	/**
	 * The windowed key of an entry, the same object again for one that is written.
	 */
	Windowed<Object> windowed(OverlayEntry entry, Object key) {
		Windowed<Object> windowed = entry.windowed;
		if (windowed == null) {
			windowed = new Windowed<>(key, this.layout.window(entry.windowStart, entry.windowEnd));
			if (this.keysAreObjects) {
				entry.windowed = windowed;
			}
		}
		return windowed;
	}

	/**
	 * What keys are told apart by.
	 */
	Object identity(Object key) {
		return this.keysAreObjects ? key : ByteBuffer.wrap(this.serdes.keyBytes(key));
	}

	/**
	 * The same number as long as entries that were looked up can be written to.
	 */
	long structure() {
		return this.overlay.structure();
	}

	boolean timestamped() {
		return this.serdes.timestamped();
	}

	long recordTimestamp() {
		return this.recordTimestamp.getAsLong();
	}

	@Override
	public SegmentLayout layout() {
		return this.layout;
	}

	@Override
	public long streamTime() {
		return this.memory.streamTime();
	}

	@Override
	public long latestTime() {
		return streamTime();
	}

	@Override
	public MergedCursor scan(byte[] from, byte[] to, boolean reverse) {
		checkOpen();
		return new MergedCursor(this.serdes, this.overlay.snapshot(from, to),
				this.engine.scan(this.name, from, to, reverse), reverse);
	}

	@Override
	public byte[] keyBytes(Object key) {
		return this.serdes.keyBytes(key);
	}

	@Override
	public Object key(byte[] keyBytes) {
		return this.serdes.key(keyBytes);
	}

	@Override
	SegmentContent content(IsolationLevel isolation, ViewAccess access) {
		return (isolation == IsolationLevel.READ_COMMITTED) ? new CommittedSegments(this, access)
				: new UncommittedSegments(this, access);
	}

	@Override
	public StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner) {
		SegmentContent content = content(isolation, new ViewAccess(open, owner));
		if (this.layout.sessions()) {
			return new SessionView<>(content);
		}
		return this.serdes.timestamped() ? new TimestampedWindowView<>(content) : new PlainWindowView<>(content);
	}

	@Override
	public void mark() {
		super.mark();
		this.memory.mark();
	}

	@Override
	public void rollback() {
		super.rollback();
		this.memory.rollback();
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			// A broker refuses negative timestamps.
			writer.write(this.layout.changelogKey(entry.keyBytes), this.serdes.serialize(entry),
					Math.max(0, entry.timestamp), null);
		}
	}

	@Override
	public void publish(EngineBatch batch) {
		if (this.overlay.count() == 0) {
			return;
		}
		long oldest = this.layout.segment(this.layout.earliestKept(streamTime()));
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			long segment = this.layout.segment(this.layout.time(entry.windowStart, entry.windowEnd));
			if (segment < oldest) {
				continue;
			}
			this.presence.added(segment, entry.keyBytes);
			putOrDelete(batch, entry.keyBytes, this.serdes.content(entry));
			this.cache.keep(entry);
		}
		this.overlay.clear();
		advance(batch);
	}

	/**
	 * Has the engine remember stream time, and forget what has expired by it.
	 */
	private void advance(EngineBatch batch) {
		long before = this.layout.segment(this.layout.earliestKept(this.memory.committedStreamTime()));
		long oldest = this.layout.segment(this.layout.earliestKept(streamTime()));
		if (oldest > before) {
			batch.deleteRange(this.name, this.layout.segmentKey(0), this.layout.segmentKey(oldest));
			this.presence.forgetBefore(oldest);
		}
		this.memory.publish(batch, this.layout.duplicates());
	}

	@Override
	public void discard() {
		super.discard();
		// What the engine holds may have changed as well.
		this.memory.forget();
	}

	@Override
	void letGo() {
		super.letGo();
		this.presence.forget();
	}

	@Override
	public long committedEntries() {
		// Stream time is an entry also.
		return Math.max(0, super.committedEntries() - 1);
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.key() == null) {
				continue;
			}
			byte[] key = engineKey(record);
			this.memory.advanceStreamTime(this.layout.timeOf(key));
			this.memory.advanceSequence(this.layout.sequenceOf(key));
		}
		long oldest = this.layout.segment(this.layout.earliestKept(streamTime()));
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.key() == null) {
				continue;
			}
			byte[] key = engineKey(record);
			byte[] value = record.value();
			long segment = this.layout.segment(this.layout.timeOf(key));
			if (segment < oldest) {
				continue;
			}
			this.presence.added(segment, key);
			putOrDelete(batch, key, (value != null) ? this.serdes.content(value, record.timestamp()) : null);
		}
		advance(batch);
	}

	private byte[] engineKey(ConsumerRecord<byte[], byte[]> record) {
		if (!this.layout.fits(record.key()) || this.layout.timeOf(record.key()) < 0) {
			throw new ProcessorStateException("The record at offset " + record.offset() + " of changelog "
					+ record.topic() + "-" + record.partition() + " has a key of " + record.key().length
					+ " bytes that isn't one of a " + (this.layout.sessions() ? "session" : "window") + " store. Store "
					+ this.name + " can't be restored from it: give the store another name, or reset the application.");
		}
		return this.layout.engineKeyOf(record.key());
	}

}
