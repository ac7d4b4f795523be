package io.millrace.streams.internal.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The records of a stream that wait for a table, in the order of their time, in a store
 * of bytes. Laid out as Kafka Streams lays them out: the key is a zero, the time, the
 * record's key and a number that keeps apart what would be the same; the value is where
 * the record is from, its headers and its value. Run by the task's thread.
 */
public final class WaitingRecords {

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

	private static final int PREFIX = Byte.BYTES + Long.BYTES;

	/** Above the keys of all rows, which begin with a zero. */
	private static final byte[] ABOVE_ALL = { 1 };

	private static final int UNKNOWN = -1;

	private final ByteRows rows;

	private final OrderedKeys order;

	private final FoundRows found = new FoundRows();

	private final Walk walk = new Walk();

	private byte[] row = {};

	private final byte[] from = new byte[PREFIX];

	private final byte[] to = new byte[PREFIX];

	/** The topic of the record before, mostly that of the next one also. */
	private String topic = "";

	private byte[] topicBytes = {};

	private @Nullable TopicPartition partition;

	/** The last number given, so that what is the same otherwise keeps its order. */
	private int number = UNKNOWN;

	/**
	 * Makes the view of a store.
	 * @param rows the store
	 * @param order the same store
	 */
	public WaitingRecords(ByteRows rows, OrderedKeys order) {
		this.rows = rows;
		this.order = order;
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
		byte[] rowKey = row(key, timestamp);
		while (this.rows.bytes(rowKey) != null) {
			// After more than two thousand million, they begin anew.
			rowKey = row(key, timestamp);
		}
		know((topic != null) ? topic : "");
		this.rows.write(rowKey, SuppressedRow.encode(null, timestamp, offset, this.topicBytes, partition, headers, null,
				0, 0, null, value, 0), timestamp);
	}

	private void know(String name) {
		if (!name.equals(this.topic)) {
			this.topic = name;
			this.topicBytes = name.getBytes(StandardCharsets.UTF_8);
		}
	}

	/**
	 * The last number given before the task was here.
	 */
	private int lastNumber() {
		int last = 0;
		this.rows.collect(bound(this.from, 0), ABOVE_ALL, this.found);
		for (int i = 0; i < this.found.count(); i++) {
			byte[] rowKey = this.found.key(i);
			last = Math.max(last, (int) INTS.get(rowKey, rowKey.length - Integer.BYTES));
		}
		this.found.clear();
		return last;
	}

	/**
	 * The key of a row, in an array that is used again.
	 */
	private byte[] row(byte[] key, long timestamp) {
		this.number = (this.number + 1) & Integer.MAX_VALUE;
		int length = PREFIX + key.length + Integer.BYTES;
		byte[] filled = (this.row.length == length) ? this.row : new byte[length];
		this.row = filled;
		LONGS.set(filled, Byte.BYTES, timestamp);
		System.arraycopy(key, 0, filled, PREFIX, key.length);
		INTS.set(filled, length - Integer.BYTES, this.number);
		return filled;
	}

	/**
	 * Walks the records in the order of their time, as they are now. One walk at a time.
	 * @param earliest where to start: there are none before
	 * @param latest the last time, inclusive, not before the start
	 * @return the walk, to be closed
	 */
	public Walk walk(long earliest, long latest) {
		this.rows.collect(bound(this.from, earliest),
				(latest < Long.MAX_VALUE) ? bound(this.to, latest + 1) : ABOVE_ALL, this.found);
		this.walk.begin();
		return this.walk;
	}

	/**
	 * The time of the first record from a time on.
	 * @param earliest the earliest time
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	public long firstTime(long earliest) {
		byte[] first = this.order.firstKey(bound(this.from, earliest));
		return (first != null) ? (long) LONGS.get(first, Byte.BYTES) : -1;
	}

	/**
	 * Fills an array with what is below all rows of a time and above those before.
	 */
	private static byte[] bound(byte[] filled, long time) {
		LONGS.set(filled, Byte.BYTES, Math.max(0, time));
		return filled;
	}

	/**
	 * A walk over the records.
	 */
	public final class Walk implements AutoCloseable {

		private int place;

		private @Nullable SuppressedRow content;

		private Walk() {
		}

		private void begin() {
			this.place = -1;
			this.content = null;
		}

		/**
		 * Goes to the next record.
		 * @return whether there is one
		 */
		public boolean next() {
			this.place++;
			this.content = null;
			return this.place < WaitingRecords.this.found.count();
		}

		private byte[] rowKey() {
			return WaitingRecords.this.found.key(this.place);
		}

		/**
		 * The record's time.
		 * @return milliseconds since the epoch
		 */
		public long timestamp() {
			return (long) LONGS.get(rowKey(), Byte.BYTES);
		}

		/**
		 * The record's key.
		 * @return the bytes
		 */
		public byte[] key() {
			return Arrays.copyOfRange(rowKey(), PREFIX, rowKey().length - Integer.BYTES);
		}

		private SuppressedRow content() {
			SuppressedRow known = this.content;
			if (known == null) {
				known = SuppressedRow.decode(WaitingRecords.this.found.value(this.place), WaitingRecords.this.topic,
						WaitingRecords.this.topicBytes);
				know(known.topic());
				this.content = known;
			}
			return known;
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
			SuppressedRow row = content();
			if (row.partition() < 0) {
				return null;
			}
			TopicPartition known = WaitingRecords.this.partition;
			if (known == null || known.partition() != row.partition() || !known.topic().equals(row.topic())) {
				known = new TopicPartition(row.topic(), row.partition());
				WaitingRecords.this.partition = known;
			}
			return known;
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
			WaitingRecords.this.rows.write(rowKey(), null, timestamp());
		}

		@Override
		public void close() {
			this.content = null;
			WaitingRecords.this.found.clear();
		}

	}

}
