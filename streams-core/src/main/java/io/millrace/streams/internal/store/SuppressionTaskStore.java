package io.millrace.streams.internal.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;

import io.millrace.streams.errors.ProcessorStateException;
import io.millrace.streams.processor.StateStore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * The buffer of a suppression: a key-value store of {@link SuppressedRow}s, and an index
 * by time in memory, which follows what the store undoes and is made anew from the store
 * when all since a commit is undone. Made by {@link TaskStores}.
 */
final class SuppressionTaskStore extends KeyValueTaskStore {

	private static final Headers VERSIONED = new RecordHeaders(
			new Header[] { new RecordHeader(SuppressedRow.VERSION_HEADER, new byte[] { SuppressedRow.VERSION }) });

	private final StoreSerdes rowSerdes;

	private final SuppressionIndex index = new SuppressionIndex();

	private final SuppressionFacade facade = new SuppressionFacade(this);

	private String topic = "";

	private byte[] topicBytes = {};

	private final FreeRows freeRows = new FreeRows();

	private boolean indexed;

	/**
	 * Makes the store.
	 * @param rowSerdes the serdes of the table's keys and values
	 */
	SuppressionTaskStore(String name, boolean logged, StoreSerdes rowSerdes, String topic, StateEngine engine,
			LongSupplier recordTimestamp, CacheBudget budget) {
		super(name, logged, new StoreSerdes(name, topic, false, Serdes.ByteArray(), Serdes.ByteArray()), engine,
				recordTimestamp, budget, false);
		this.rowSerdes = rowSerdes;
	}

	@Override
	public StateStore facade() {
		return this.facade;
	}

	@Override
	boolean queryable() {
		return false;
	}

	/**
	 * The index, made anew if it has to be.
	 */
	SuppressionIndex index() {
		checkOpen();
		if (!this.indexed) {
			this.index.clear();
			try (MergedCursor rows = scan(null, null, false)) {
				while (rows.next()) {
					SuppressedRow row = row(rows.stored());
					this.index.put(rows.keyBytes(), row.time(), row.size(rows.keyBytes().length));
				}
			}
			this.index.mark();
			this.indexed = true;
		}
		return this.index;
	}

	private SuppressedRow row(@Nullable Object content) {
		if (content == null) {
			throw new IllegalStateException("A row that is buffered has no content");
		}
		return SuppressedRow.decode((byte[]) content, this.topic, this.topicBytes);
	}

	void put(long time, Object key, @Nullable Object newValue, @Nullable Object oldValue, long timestamp,
			Headers headers, @Nullable String topic, int partition, long offset) {
		SuppressionIndex rows = index();
		byte[] keyBytes = this.rowSerdes.keyBytes(key);
		byte[] old = bytes(oldValue);
		byte[] now = bytes(newValue);
		OverlayEntry entry = find(keyBytes);
		byte[] prior = old;
		int priorStart = 0;
		int priorLength = (old != null) ? old.length : 0;
		long place = time;
		if (entry.value instanceof byte[] before) {
			int at = SuppressedRow.placeOfPrior(before);
			priorStart = at + Integer.BYTES;
			int length = SuppressedRow.lengthOfPrior(before, at);
			prior = (length >= 0) ? before : null;
			priorLength = Math.max(0, length);
			place = SuppressedRow.timeOf(before);
		}
		byte[] replaced = uncommitted(entry);
		byte[] row = SuppressedRow.encode(this.freeRows, timestamp, offset, topicBytes((topic != null) ? topic : ""),
				partition, headers, prior, priorStart, priorLength, old, now, place);
		long size = SuppressedRow.size(keyBytes.length, this.topic.length(), headers, prior, priorStart, priorLength,
				old, now);
		// Nobody else has the array, so it isn't copied.
		this.overlay.write(entry, row, timestamp);
		free(replaced);
		rows.put(entry.keyBytes, place, size);
	}

	/**
	 * The row of an entry if only the overlay has it: the engine and the cache get theirs
	 * with a commit, which empties the overlay.
	 */
	private static byte @Nullable [] uncommitted(OverlayEntry entry) {
		return entry.written ? (byte[]) entry.value : null;
	}

	private void free(byte @Nullable [] row) {
		if (row != null) {
			this.freeRows.replaced(row);
		}
	}

	/**
	 * The name of a topic as rows have it; mostly that of the row before.
	 */
	private byte[] topicBytes(String name) {
		if (!name.equals(this.topic)) {
			this.topic = name;
			this.topicBytes = name.getBytes(StandardCharsets.UTF_8);
		}
		return this.topicBytes;
	}

	private byte @Nullable [] bytes(@Nullable Object value) {
		Object stored = this.rowSerdes.stored(value);
		return (stored != null) ? this.rowSerdes.valueBytes(stored) : null;
	}

	private @Nullable Object value(byte @Nullable [] bytes) {
		return (bytes != null) ? this.rowSerdes.valueOf(bytes) : null;
	}

	SuppressionBuffer.Change takeEarliest() {
		byte[] keyBytes = index().removeEarliest();
		OverlayEntry entry = find(keyBytes);
		SuppressedRow row = row(entry.value);
		byte[] replaced = uncommitted(entry);
		write(entry, null, row.timestamp());
		free(replaced);
		return new SuppressionBuffer.Change(this.rowSerdes.key(keyBytes), value(row.newValue()), value(row.prior()),
				row.timestamp(), row.headers(), row.topic().isEmpty() ? null : row.topic(), row.partition(),
				row.offset());
	}

	boolean holds(Object key) {
		return find(this.rowSerdes.keyBytes(key)).value != null;
	}

	@Nullable Object prior(Object key) {
		return value(row(find(this.rowSerdes.keyBytes(key)).value).prior());
	}

	@Override
	public void mark() {
		super.mark();
		this.index.mark();
		this.freeRows.mark();
	}

	@Override
	public void rollback() {
		super.rollback();
		this.index.rollback();
		this.freeRows.rollback();
	}

	@Override
	public void discard() {
		super.discard();
		this.freeRows.rollback();
		this.indexed = false;
	}

	@Override
	public void writeChangelog(ChangelogWriter writer) {
		if (!this.logged) {
			return;
		}
		for (int i = 0; i < this.overlay.count(); i++) {
			OverlayEntry entry = this.overlay.entry(i);
			byte[] content = this.serdes.serialize(entry);
			writer.write(entry.keyBytes, content, Math.max(0, entry.timestamp), (content != null) ? VERSIONED : null);
		}
	}

	@Override
	public void restore(List<ConsumerRecord<byte[], byte[]>> records, EngineBatch batch) {
		for (ConsumerRecord<byte[], byte[]> record : records) {
			if (record.value() != null && !readable(record)) {
				throw new ProcessorStateException(
						"The record at offset " + record.offset() + " of changelog " + record.topic() + "-"
								+ record.partition() + " isn't laid out as the buffer of a suppression, version "
								+ SuppressedRow.VERSION + ". Store " + name()
								+ " can't be restored from it: give the suppression another name, or reset the"
								+ " application.");
			}
		}
		super.restore(records, batch);
		this.indexed = false;
	}

	private static boolean readable(ConsumerRecord<byte[], byte[]> record) {
		Header version = record.headers().lastHeader(SuppressedRow.VERSION_HEADER);
		if (version == null || version.value() == null || version.value().length != 1
				|| version.value()[0] != SuppressedRow.VERSION) {
			return false;
		}
		try {
			SuppressedRow.decode(record.value());
			return true;
		}
		catch (IndexOutOfBoundsException ex) {
			return false;
		}
	}

}
