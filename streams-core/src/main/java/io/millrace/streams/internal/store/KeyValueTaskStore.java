package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store of a task, with timestamps or without: an {@link Overlay} of writes
 * since the last commit before the task's {@link StateEngine}. The facades do their work
 * here, the task walks it through commits. Made by {@link TaskStores}.
 */
class KeyValueTaskStore extends BuiltInTaskStore {

	private final LongSupplier recordTimestamp;

	private final KeyValueFacade<?, ?> facade;

	private final boolean keysAreObjects;

	private final LiveCursor cursor;

	KeyValueTaskStore(String name, boolean logged, StoreSerdes serdes, StateEngine engine, LongSupplier recordTimestamp,
			CacheBudget budget, boolean cached) {
		super(name, logged, serdes, engine, budget, cached);
		this.cursor = new LiveCursor(this.overlay, engine, name);
		this.recordTimestamp = recordTimestamp;
		this.keysAreObjects = serdes.keysAreObjects();
		this.facade = serdes.timestamped() ? new TimestampedKeyValueFacade<>(this) : new PlainKeyValueFacade<>(this);
	}

	/**
	 * Looks a key up among the writes since the last commit.
	 * @return the entry, or one that can be written to
	 */
	OverlayEntry locate(Object key) {
		checkOpen();
		return this.keysAreObjects ? locateObject(key) : locateBytes(key);
	}

	private OverlayEntry locateObject(Object key) {
		int hash = Overlay.hash(key.hashCode());
		OverlayEntry entry = this.overlay.find(hash, key);
		if (entry != null) {
			return entry;
		}
		CommittedCache.Entry cached = this.cache.find(hash, key, OverlayEntry.NO_BYTES, 0, 0);
		if (cached != null) {
			return unwritten(hash, cached);
		}
		byte[] keyBytes = this.serdes.keyBytes(key);
		Object canonical = StoreSerdes.canonicalKey(key, keyBytes);
		if (!canonical.equals(key)) {
			return locateObject(canonical);
		}
		return this.overlay.unwritten(hash, key, keyBytes);
	}

	private OverlayEntry locateBytes(Object key) {
		byte[] keyBytes = this.serdes.keyBytes(key);
		int hash = Overlay.hash(Arrays.hashCode(keyBytes));
		OverlayEntry entry = this.overlay.find(hash, keyBytes);
		if (entry != null) {
			return entry;
		}
		CommittedCache.Entry cached = this.cache.find(hash, null, keyBytes, 0, 0);
		if (cached != null) {
			return unwritten(hash, cached);
		}
		return this.overlay.unwritten(hash, null, StoreSerdes.mayShare(key) ? keyBytes.clone() : keyBytes);
	}

	/**
	 * Looks a key up, in the engine also.
	 * @return the entry; written or not, it holds what is known of the key
	 */
	OverlayEntry find(Object key) {
		OverlayEntry entry = locate(key);
		load(entry);
		return entry;
	}

	/**
	 * Looks up the value of a store of bytes, which isn't copied.
	 */
	byte @Nullable [] bytes(byte[] key) {
		checkOpen();
		int hash = Overlay.hash(Arrays.hashCode(key));
		OverlayEntry entry = this.overlay.find(hash, key);
		if (entry != null) {
			return (byte[]) entry.value;
		}
		CommittedCache.Entry cached = this.cache.find(hash, null, key, 0, 0);
		if (cached != null) {
			return (byte[]) cached.value();
		}
		byte[] content = this.engine.get(this.name, key);
		return (content != null) ? (byte[]) this.serdes.storedOf(content) : null;
	}

	/**
	 * Writes a value of a store of bytes, which isn't copied; the key is, for a new row.
	 */
	void write(byte[] key, byte @Nullable [] value, long timestamp) {
		checkOpen();
		int hash = Overlay.hash(Arrays.hashCode(key));
		OverlayEntry entry = this.overlay.find(hash, key);
		if (entry == null) {
			CommittedCache.Entry cached = this.cache.find(hash, null, key, 0, 0);
			entry = (cached != null) ? unwritten(hash, cached) : this.overlay.unwritten(hash, null, key.clone());
		}
		this.overlay.write(entry, value, timestamp);
	}

	/**
	 * Finds the rows of a store of bytes between two keys, whose arrays aren't copied.
	 */
	void collect(byte[] from, byte[] to, FoundRows rows) {
		checkOpen();
		rows.clear();
		try (LiveCursor found = this.cursor) {
			found.open(from, to);
			while (found.next()) {
				OverlayEntry written = found.written();
				Object value = (written != null) ? written.value : this.serdes.storedOf(found.content());
				rows.add(found.key(), (byte[]) Objects.requireNonNull(value));
			}
		}
	}

	@Nullable Object value(OverlayEntry entry) {
		return this.serdes.value(entry.value);
	}

	/**
	 * The value of an entry before its change that is held back.
	 */
	@Nullable Object forwarded(OverlayEntry entry) {
		return this.serdes.value(entry.heldBefore);
	}

	void write(OverlayEntry entry, @Nullable Object value, long timestamp) {
		this.overlay.write(entry, this.serdes.stored(value), timestamp);
	}

	/**
	 * As {@link #write}, of an entry that {@link #find} found, and holds the change back.
	 */
	void hold(OverlayEntry entry, @Nullable Object value, long timestamp, Headers headers,
			@Nullable TopicPartition partition, long offset) {
		this.overlay.hold(entry, this.serdes.stored(value), timestamp, headers, partition, offset);
	}

	/**
	 * The same number as long as entries that were looked up can be written to.
	 */
	long structure() {
		return this.overlay.structure();
	}

	long recordTimestamp() {
		return this.recordTimestamp.getAsLong();
	}

	StoreSerdes serdes() {
		return this.serdes;
	}

	/**
	 * Walks the entries between two keys as they are now.
	 * @param from the lowest key, inclusive; null for no bound
	 * @param to the highest key, exclusive; null for no bound
	 */
	MergedCursor scan(byte @Nullable [] from, byte @Nullable [] to, boolean reverse) {
		checkOpen();
		return new MergedCursor(this.serdes, this.overlay.snapshot(from, to),
				this.engine.scan(this.name, from, to, reverse), reverse);
	}

	/**
	 * Finds the first key from one on that has a value, without a copy of what was
	 * written as {@link #scan} makes it.
	 * @param from the lowest key, inclusive; null for no bound
	 * @return the key, null if there is none
	 */
	byte @Nullable [] firstKey(byte @Nullable [] from) {
		checkOpen();
		try (LiveCursor rows = this.cursor) {
			rows.open(from, null);
			return rows.next() ? rows.key() : null;
		}
	}

	/**
	 * Looks up what was written for a key since the last commit, and changes nothing.
	 * @param canonical the key, as {@link StoreSerdes#canonicalKey} makes it
	 * @param keyBytes the same, serialised
	 * @return the value, or null if the key wasn't written
	 */
	@Nullable StoredValue written(Object canonical, byte[] keyBytes) {
		OverlayEntry entry = this.keysAreObjects ? this.overlay.find(Overlay.hash(canonical.hashCode()), canonical)
				: this.overlay.find(Overlay.hash(Arrays.hashCode(keyBytes)), keyBytes);
		return (entry != null) ? new StoredValue(entry.value, entry.timestamp) : null;
	}

	/**
	 * All that was written since the last commit.
	 */
	OverlaySnapshot written() {
		return this.overlay.snapshot(null, null);
	}

	/**
	 * How many entries there are. Asks the engine for each key written since the last
	 * commit. For any thread.
	 * @param written what was written
	 */
	long approximateEntries(OverlaySnapshot written) {
		long entries = this.engine.approximateEntries(this.name);
		for (int i = 0; i < written.count(); i++) {
			boolean before = this.engine.get(this.name, written.keyBytes(i)) != null;
			boolean now = written.value(i) != null;
			entries += (now ? 1 : 0) - (before ? 1 : 0);
		}
		return entries;
	}

	@Override
	public StateStore facade() {
		return this.facade;
	}

	/**
	 * Whether what is kept is what users put there, so that queries can tell.
	 */
	boolean queryable() {
		return true;
	}

	@Override
	KeyValueContent content(IsolationLevel isolation, ViewAccess access) {
		return (isolation == IsolationLevel.READ_COMMITTED) ? new CommittedKeyValues(this, access)
				: new UncommittedKeyValues(this, access);
	}

	@Override
	public StateStore view(IsolationLevel isolation, BooleanSupplier open, @Nullable OwnerThread owner) {
		KeyValueContent content = content(isolation, new ViewAccess(open, owner));
		return this.serdes.timestamped() ? new TimestampedKeyValueView<>(content) : new PlainKeyValueView<>(content);
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		for (int i = 0; i < this.overlay.count(); i++) {
			log(this.overlay.entry(i), writer);
		}
	}

	final void log(OverlayEntry entry, ChangelogWriter writer) {
		// A broker refuses negative timestamps.
		writer.write(entry.keyBytes, this.serdes.serialize(entry), Math.max(0, entry.timestamp), null);
	}

	@Override
	public void publish(EngineBatch batch) {
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			putOrDelete(batch, entry.keyBytes, this.serdes.content(entry));
			this.cache.keep(entry);
		}
		this.overlay.clear();
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		for (ConsumerRecord<byte[], byte[]> record : records) {
			byte[] key = record.key();
			if (key != null) {
				byte[] value = record.value();
				putOrDelete(batch, key, (value != null) ? this.serdes.content(value, record.timestamp()) : null);
			}
		}
	}

}
