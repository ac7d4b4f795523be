package io.millrace.streams.internal.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.millrace.streams.internal.store.ByteRows;
import io.millrace.streams.internal.store.FoundRows;
import io.millrace.streams.internal.store.OrderedKeys;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The records of a left or outer join that have no match yet, in the order of their time.
 * Laid out as Kafka Streams lays them out: the key is the time, one byte for the side and
 * the record's key; the value is the list of all values of that key and time, each with
 * one byte for the side before it. Shared by both sides of a join, run by the task's
 * thread.
 */
final class UnjoinedRecords {

	private static final byte LEFT = 1;

	private static final byte RIGHT = 0;

	private static final int PREFIX = Long.BYTES + Byte.BYTES;

	/**
	 * A list of no values in the layout of Kafka's serde of lists: one byte that says
	 * that each value has its length before it, then how many there are.
	 */
	private static final byte[] EMPTY_LIST = { 1, 0, 0, 0, 0 };

	private static final int COUNT = Byte.BYTES;

	private final ByteRows rows;

	private final String topic;

	private final Serde<Object> keySerde;

	private final Serde<Object> leftSerde;

	private final Serde<Object> rightSerde;

	private final FoundRows found = new FoundRows();

	private byte[] row = {};

	@SuppressWarnings("unchecked")
	private final Serde<List<byte[]>> lists = (Serde<List<byte[]>>) (Serde<?>) Serdes.ListSerde(ArrayList.class,
			Serdes.ByteArray());

	/**
	 * Makes the view of a store.
	 * @param rows the store
	 * @param topic the name of its changelog, for the serdes
	 */
	UnjoinedRecords(ByteRows rows, String topic, Serde<Object> keySerde, Serde<Object> leftSerde,
			Serde<Object> rightSerde) {
		this.rows = rows;
		this.topic = topic;
		this.keySerde = keySerde;
		this.leftSerde = leftSerde;
		this.rightSerde = rightSerde;
	}

	void add(boolean left, Object key, Object value, long timestamp) {
		byte[] bytes = serialize((left ? this.leftSerde : this.rightSerde).serializer(), value);
		byte[] rowKey = row(left, key, timestamp);
		byte[] before = this.rows.bytes(rowKey);
		this.rows.write(rowKey, list((before != null) ? before : EMPTY_LIST, left, bytes), timestamp);
	}

	/**
	 * A list with one value more.
	 */
	private static byte[] list(byte[] before, boolean left, byte[] value) {
		byte[] longer = new byte[before.length + Integer.BYTES + Byte.BYTES + value.length];
		System.arraycopy(before, 0, longer, 0, before.length);
		Numbers.putInt(longer, COUNT, Numbers.getInt(before, COUNT) + 1);
		Numbers.putInt(longer, before.length, Byte.BYTES + value.length);
		int start = before.length + Integer.BYTES;
		longer[start] = left ? LEFT : RIGHT;
		System.arraycopy(value, 0, longer, start + Byte.BYTES, value.length);
		return longer;
	}

	/**
	 * Takes out all records of a key and time, since they have a match.
	 */
	void remove(boolean left, Object key, long timestamp) {
		remove(row(left, key, timestamp));
	}

	private void remove(byte[] rowKey) {
		if (this.rows.bytes(rowKey) != null) {
			this.rows.write(rowKey, null, 0);
		}
	}

	/**
	 * The key of a row, in an array that is used again.
	 */
	private byte[] row(boolean left, Object key, long timestamp) {
		byte[] bytes = serialize(this.keySerde.serializer(), key);
		int length = PREFIX + bytes.length;
		byte[] filled = (this.row.length == length) ? this.row : new byte[length];
		this.row = filled;
		Numbers.putLong(filled, 0, timestamp);
		filled[Long.BYTES] = left ? LEFT : RIGHT;
		System.arraycopy(bytes, 0, filled, PREFIX, bytes.length);
		return filled;
	}

	private byte[] serialize(Serializer<Object> serializer, Object object) {
		byte[] bytes = serializer.serialize(this.topic, object);
		if (bytes == null) {
			throw new NullPointerException("A key or value of type " + object.getClass().getName()
					+ " is null when it is serialised with " + serializer.getClass().getName());
		}
		return bytes;
	}

	private List<byte[]> values(byte[] bytes) {
		return this.lists.deserializer().deserialize(this.topic, bytes);
	}

	/**
	 * Walks the records in the order of their time, as they are now.
	 * @param from where to start: there are none before
	 * @param to the first time that is left out, not before the start
	 */
	Walk walk(long from, long to) {
		this.rows.collect(bound(from), bound(to), this.found);
		return new Walk();
	}

	/**
	 * The time of the first record from a time on.
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	long firstTime(long from) {
		byte[] first = ((OrderedKeys) this.rows).firstKey(bound(from));
		return (first != null) ? Numbers.getLong(first, 0) : -1;
	}

	/**
	 * What is below all rows of a time and above those before.
	 */
	private static byte[] bound(long time) {
		byte[] bound = new byte[Long.BYTES];
		Numbers.putLong(bound, 0, Math.max(0, time));
		return bound;
	}

	/**
	 * Walks rows, each of which holds the records of one side, key and time.
	 */
	final class Walk implements AutoCloseable {

		private int place = -1;

		boolean next() {
			this.place++;
			return this.place < UnjoinedRecords.this.found.count();
		}

		private byte[] rowKey() {
			return UnjoinedRecords.this.found.key(this.place);
		}

		long timestamp() {
			return Numbers.getLong(rowKey(), 0);
		}

		boolean left() {
			return rowKey()[Long.BYTES] == LEFT;
		}

		Object key() {
			byte[] key = Arrays.copyOfRange(rowKey(), PREFIX, rowKey().length);
			return UnjoinedRecords.this.keySerde.deserializer().deserialize(UnjoinedRecords.this.topic, key);
		}

		/**
		 * The values in the order in which they came.
		 */
		List<Object> values() {
			Serde<Object> serde = left() ? UnjoinedRecords.this.leftSerde : UnjoinedRecords.this.rightSerde;
			List<Object> values = new ArrayList<>();
			for (byte[] bytes : UnjoinedRecords.this.values(UnjoinedRecords.this.found.value(this.place))) {
				byte[] value = new byte[bytes.length - Byte.BYTES];
				System.arraycopy(bytes, Byte.BYTES, value, 0, value.length);
				values.add(serde.deserializer().deserialize(UnjoinedRecords.this.topic, value));
			}
			return values;
		}

		void remove() {
			UnjoinedRecords.this.remove(rowKey());
		}

		@Override
		public void close() {
			UnjoinedRecords.this.found.clear();
		}

	}

}
