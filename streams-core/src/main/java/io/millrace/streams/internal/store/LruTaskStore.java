package io.millrace.streams.internal.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store that keeps so many rows and no more: of those that processors and
 * operators read and write, the one that they didn't use for longest makes room, as if
 * they had deleted it. Queries of other threads are no uses. Which row was used when is
 * in memory only; after a restart, rows are taken as used when they were written. Made by
 * {@link TaskStores}.
 */
final class LruTaskStore extends KeyValueTaskStore {

	private final int mostRows;

	private final LruOrder order = new LruOrder();

	private boolean ordered;

	LruTaskStore(String name, boolean logged, StoreSerdes serdes, int mostRows, StateEngine engine,
			LongSupplier recordTimestamp, CacheBudget budget) {
		// A row whose change is held back would be gone before the change is passed on.
		super(name, logged, serdes, engine, recordTimestamp, budget, false);
		this.mostRows = mostRows;
	}

	/**
	 * The order, set right by the engine if that may have other rows by now.
	 */
	private LruOrder order() {
		if (!this.ordered) {
			try (EngineCursor rows = this.engine.scan(this.name, null, null, false)) {
				this.order.restart(rows);
			}
			this.ordered = true;
		}
		return this.order;
	}

	@Override
	OverlayEntry find(Object key) {
		OverlayEntry entry = super.find(key);
		if (entry.value != null) {
			order().use(entry.keyBytes);
		}
		return entry;
	}

	@Override
	byte @Nullable [] bytes(byte[] key) {
		byte[] value = super.bytes(key);
		if (value != null) {
			order().use(key);
		}
		return value;
	}

	@Override
	void write(byte[] key, byte @Nullable [] value, long timestamp) {
		LruOrder before = order();
		super.write(key, value, timestamp);
		written(before, key, value != null);
	}

	@Override
	void write(OverlayEntry entry, @Nullable Object value, long timestamp) {
		LruOrder before = order();
		super.write(entry, value, timestamp);
		written(before, entry.keyBytes, entry.value != null);
	}

	private void written(LruOrder rows, byte[] key, boolean present) {
		if (!present) {
			rows.remove(key);
			return;
		}
		rows.use(key);
		while (rows.size() > this.mostRows) {
			byte[] eldest = rows.eldest();
			rows.remove(eldest);
			if (this.serdes.keysAreObjects()) {
				super.write(locate(this.serdes.key(eldest)), null, recordTimestamp());
			}
			else {
				super.write(eldest, null, recordTimestamp());
			}
		}
	}

	@Override
	public void mark() {
		super.mark();
		this.order.mark();
	}

	@Override
	public void rollback() {
		super.rollback();
		this.order.rollback();
	}

	@Override
	public void discard() {
		super.discard();
		this.ordered = false;
	}

	/**
	 * In the order of uses, in which whoever restores the store takes them.
	 */
	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		List<OverlayEntry> entries = new ArrayList<>();
		for (int i = 0; i < this.overlay.count(); i++) {
			entries.add(this.overlay.entry(i));
		}
		entries.sort(Comparator.comparingLong((entry) -> this.order.lastUse(entry.keyBytes)));
		entries.forEach((entry) -> log(entry, writer));
	}

	@Override
	public void publish(EngineBatch batch) {
		super.publish(batch);
		if (this.ordered) {
			this.order.commit();
		}
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		LruOrder rows = order();
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.key() == null) {
				continue;
			}
			byte[] value = record.value();
			putOrDelete(batch, record.key(), (value != null) ? this.serdes.content(value, record.timestamp()) : null);
			if (value == null) {
				rows.remove(record.key());
				continue;
			}
			rows.use(record.key());
			while (rows.size() > this.mostRows) {
				byte[] eldest = rows.eldest();
				rows.remove(eldest);
				batch.delete(this.name, eldest);
			}
		}
		rows.commit();
	}

}
