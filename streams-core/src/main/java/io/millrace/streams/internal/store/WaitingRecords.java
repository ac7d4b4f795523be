package io.millrace.streams.internal.store;

import java.nio.ByteBuffer;

import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The records of a stream that wait for a table, in the order of their time, in a store
 * of bytes. Laid out as Kafka Streams lays them out: the key is a zero, the time, the
 * record's key and a number that keeps apart what would be the same; the value is where
 * the record is from, its headers and its value. Run by the task's thread.
 */
public final class WaitingRecords {

	private static final int PREFIX = Byte.BYTES + Long.BYTES;

	private static final int UNKNOWN = -1;

	private final KeyValueStore<Bytes, byte[]> store;

	/** The last number given, so that what is the same otherwise keeps its order. */
	private int number = UNKNOWN;

	/**
	 * Makes the view of a store.
	 * @param store the store
	 */
	public WaitingRecords(KeyValueStore<Bytes, byte[]> store) {
		this.store = store;
	}

	/**
	 * Adds a record.
	 * @param key the key, serialised
	 * @param value the value, serialised
	 * @param timestamp the timestamp in milliseconds
	 * @param headers the headers
	 * @param topic the topic that it is from, null for none
	 * @param partition the partition, -1 for none
	 * @param offset the offset, -1 for none
	 */
	public void add(byte[] key, byte[] value, long timestamp, Headers headers, @Nullable String topic, int partition,
			long offset) {
		if (this.number == UNKNOWN) {
			this.number = lastNumber();
		}
		Bytes row = row(key, timestamp);
		while (this.store.get(row) != null) {
			// After more than two thousand million, they begin anew.
			row = row(key, timestamp);
		}
		this.store.put(row, new SuppressedRow(timestamp, offset, (topic != null) ? topic : "", partition, headers, null,
				null, value, 0)
			.encode());
	}

	/**
	 * The last number given before the task was here.
	 */
	private int lastNumber() {
		int last = 0;
		try (Walk walk = new Walk(this.store.all())) {
			while (walk.next()) {
				last = Math.max(last, walk.number());
			}
		}
		return last;
	}

	private Bytes row(byte[] key, long timestamp) {
		this.number = (this.number + 1) & Integer.MAX_VALUE;
		return Bytes.wrap(ByteBuffer.allocate(PREFIX + key.length + Integer.BYTES)
			.put((byte) 0)
			.putLong(timestamp)
			.put(key)
			.putInt(this.number)
			.array());
	}

	/**
	 * Walks the records in the order of their time, as they are now.
	 * @param from where to start: there are none before
	 * @param to the last time, inclusive, not before the start
	 * @return the walk, to be closed
	 */
	public Walk walk(long from, long to) {
		return new Walk(
				this.store.range(Bytes.wrap(bound(from)), (to < Long.MAX_VALUE) ? Bytes.wrap(bound(to + 1)) : null));
	}

	/**
	 * The time of the first record from a time on.
	 * @param from the earliest time
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	public long firstTime(long from) {
		byte[] first = ((OrderedKeys) this.store).firstKey(bound(from));
		return (first != null) ? ByteBuffer.wrap(first).getLong(Byte.BYTES) : -1;
	}

	/**
	 * What is below all rows of a time and above those before.
	 */
	private static byte[] bound(long time) {
		return ByteBuffer.allocate(PREFIX).put((byte) 0).putLong(Math.max(0, time)).array();
	}

	/**
	 * A walk over the records.
	 */
	public final class Walk implements AutoCloseable {

		private final KeyValueIterator<Bytes, byte[]> rows;

		private Bytes row = Bytes.wrap(new byte[0]);

		private @Nullable SuppressedRow content;

		private byte[] encoded = {};

		private Walk(KeyValueIterator<Bytes, byte[]> rows) {
			this.rows = rows;
		}

		/**
		 * Goes to the next record.
		 * @return whether there is one
		 */
		public boolean next() {
			if (!this.rows.hasNext()) {
				return false;
			}
			var next = this.rows.next();
			this.row = next.key;
			this.encoded = next.value;
			this.content = null;
			return true;
		}

		/**
		 * The record's time.
		 * @return milliseconds since the epoch
		 */
		public long timestamp() {
			return ByteBuffer.wrap(this.row.get()).getLong(Byte.BYTES);
		}

		/**
		 * The record's key.
		 * @return the bytes
		 */
		public byte[] key() {
			byte[] key = new byte[this.row.get().length - PREFIX - Integer.BYTES];
			System.arraycopy(this.row.get(), PREFIX, key, 0, key.length);
			return key;
		}

		private int number() {
			return ByteBuffer.wrap(this.row.get()).getInt(this.row.get().length - Integer.BYTES);
		}

		private SuppressedRow content() {
			if (this.content == null) {
				this.content = SuppressedRow.decode(this.encoded);
			}
			return this.content;
		}

		/**
		 * The record's value.
		 * @return the bytes
		 */
		public byte @Nullable [] value() {
			return content().newValue();
		}

		public Headers headers() {
			return content().headers();
		}

		/**
		 * Where the record is from.
		 * @return the partition, null if it was no record
		 */
		public @Nullable TopicPartition partition() {
			SuppressedRow known = content();
			return (known.partition() >= 0) ? new TopicPartition(known.topic(), known.partition()) : null;
		}

		/**
		 * The record's offset.
		 * @return the offset, -1 if it was no record
		 */
		public long offset() {
			return content().offset();
		}

		/**
		 * Takes the record out.
		 */
		public void remove() {
			WaitingRecords.this.store.delete(this.row);
		}

		@Override
		public void close() {
			this.rows.close();
		}

	}

}
