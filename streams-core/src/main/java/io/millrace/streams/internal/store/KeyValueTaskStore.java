package io.millrace.streams.internal.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.millrace.streams.errors.InvalidStateStoreException;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store of a task, with timestamps or without: an {@link Overlay} of writes
 * since the last commit before the task's {@link StateEngine}. The facades do their work
 * here, the task walks it through commits. Made by {@link TaskStores}.
 */
final class KeyValueTaskStore implements TaskStore, StoreContent {

	private final String name;

	private final boolean logged;

	private final StoreSerdes serdes;

	private final StateEngine engine;

	private final LongSupplier recordTimestamp;

	private final Overlay overlay = new Overlay();

	private final KeyValueFacade<?, ?> facade;

	private final boolean keysAreObjects;

	private boolean open = true;

	KeyValueTaskStore(String name, boolean logged, StoreSerdes serdes, StateEngine engine,
			LongSupplier recordTimestamp) {
		this.name = name;
		this.logged = logged;
		this.serdes = serdes;
		this.engine = engine;
		this.recordTimestamp = recordTimestamp;
		this.keysAreObjects = serdes.keysAreObjects();
		this.facade = serdes.timestamped() ? new TimestampedKeyValueFacade<>(this) : new PlainKeyValueFacade<>(this);
	}

	/**
	 * Looks a key up among the writes since the last commit.
	 * @return the entry, or one that can be written to
	 */
	OverlayEntry locate(Object key) {
		if (!this.open) {
			throw new InvalidStateStoreException("Store " + this.name + " is closed.");
		}
		return this.keysAreObjects ? locateObject(key) : locateBytes(key);
	}

	private OverlayEntry locateObject(Object key) {
		int hash = Overlay.hash(key.hashCode());
		OverlayEntry entry = this.overlay.find(hash, key);
		if (entry != null) {
			return entry;
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
		return this.overlay.unwritten(hash, null, StoreSerdes.mayShare(key) ? keyBytes.clone() : keyBytes);
	}

	/**
	 * Looks a key up, in the engine also.
	 * @return the entry; written or not, it holds what is known of the key
	 */
	OverlayEntry find(Object key) {
		OverlayEntry entry = locate(key);
		if (!entry.written) {
			byte[] content = this.engine.get(this.name, entry.keyBytes);
			if (content != null) {
				entry.value = this.serdes.storedOf(content);
				entry.timestamp = this.serdes.timestampOf(content);
			}
		}
		return entry;
	}

	@Nullable Object value(OverlayEntry entry) {
		return this.serdes.value(entry.value);
	}

	void write(OverlayEntry entry, @Nullable Object value, long timestamp) {
		this.overlay.write(entry, this.serdes.stored(value), timestamp);
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
		if (!this.open) {
			throw new InvalidStateStoreException("Store " + this.name + " is closed.");
		}
		return new MergedCursor(this.serdes, this.overlay.snapshot(from, to),
				this.engine.scan(this.name, from, to, reverse), reverse);
	}

	/**
	 * How many entries there are. Asks the engine for each key written since the last
	 * commit.
	 */
	long approximateEntries() {
		long entries = this.engine.approximateEntries(this.name);
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			boolean before = this.engine.get(this.name, entry.keyBytes) != null;
			boolean now = entry.value != null;
			entries += (now ? 1 : 0) - (before ? 1 : 0);
		}
		return entries;
	}

	@Override
	public boolean isOpen() {
		return this.open;
	}

	@Override
	public boolean persistent() {
		return this.engine.persistent();
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public StateStore facade() {
		return this.facade;
	}

	@Override
	public StateStore committedView(BooleanSupplier open) {
		CommittedContent content = new CommittedContent(this.name, this.engine, this.serdes, open);
		return this.serdes.timestamped() ? new CommittedTimestampedKeyValueView<>(content)
				: new CommittedKeyValueView<>(content);
	}

	@Override
	public void mark() {
		this.overlay.mark();
	}

	@Override
	public void rollback() {
		this.overlay.rollback();
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			Object value = entry.value;
			byte[] bytes = (value != null) ? this.serdes.valueBytes(value) : null;
			entry.serialized = bytes;
			// A broker refuses negative timestamps.
			writer.write(entry.keyBytes, bytes, Math.max(0, entry.timestamp), null);
		}
	}

	@Override
	public void publish(EngineBatch batch) {
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			Object value = entry.value;
			if (value == null) {
				batch.delete(this.name, entry.keyBytes);
			}
			else {
				byte[] bytes = (entry.serialized != null) ? entry.serialized : this.serdes.valueBytes(value);
				batch.put(this.name, entry.keyBytes, this.serdes.content(bytes, entry.timestamp));
			}
		}
		this.overlay.clear();
	}

	@Override
	public void discard() {
		this.overlay.clear();
	}

	@Override
	public long uncommittedBytes() {
		return this.overlay.bytes();
	}

	@Override
	public long committedEntries() {
		return this.engine.approximateEntries(this.name);
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		for (ConsumerRecord<byte[], byte[]> record : records) {
			byte[] value = record.value();
			if (record.key() == null) {
				continue;
			}
			if (value == null) {
				batch.delete(this.name, record.key());
			}
			else {
				batch.put(this.name, record.key(), this.serdes.content(value, record.timestamp()));
			}
		}
	}

	@Override
	public void close() {
		this.overlay.clear();
		this.open = false;
	}

}
