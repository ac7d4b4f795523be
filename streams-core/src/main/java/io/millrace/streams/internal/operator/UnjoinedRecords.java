package io.millrace.streams.internal.operator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.millrace.streams.internal.store.OrderedKeys;
import io.millrace.streams.state.KeyValueIterator;
import io.millrace.streams.state.KeyValueStore;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

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

	private final KeyValueStore<byte[], byte[]> store;

	private final String topic;

	private final Serde<Object> keySerde;

	private final Serde<Object> leftSerde;

	private final Serde<Object> rightSerde;

	@SuppressWarnings("unchecked")
	private final Serde<List<byte[]>> lists = (Serde<List<byte[]>>) (Serde<?>) Serdes.ListSerde(ArrayList.class,
			Serdes.ByteArray());

	/**
	 * Makes the view of a store.
	 * @param store the store
	 * @param topic the name of its changelog, for the serdes
	 */
	UnjoinedRecords(KeyValueStore<byte[], byte[]> store, String topic, Serde<Object> keySerde, Serde<Object> leftSerde,
			Serde<Object> rightSerde) {
		this.store = store;
		this.topic = topic;
		this.keySerde = keySerde;
		this.leftSerde = leftSerde;
		this.rightSerde = rightSerde;
	}

	void add(boolean left, Object key, Object value, long timestamp) {
		byte[] row = row(left, key, timestamp);
		byte[] before = this.store.get(row);
		List<byte[]> values = (before != null) ? values(before) : new ArrayList<>(1);
		byte[] bytes = serialize((left ? this.leftSerde : this.rightSerde).serializer(), value);
		values.add(ByteBuffer.allocate(Byte.BYTES + bytes.length).put(left ? LEFT : RIGHT).put(bytes).array());
		this.store.put(row, this.lists.serializer().serialize(this.topic, values));
	}

	/**
	 * Takes out all records of a key and time, since they have a match.
	 */
	void remove(boolean left, Object key, long timestamp) {
		this.store.delete(row(left, key, timestamp));
	}

	private byte[] row(boolean left, Object key, long timestamp) {
		byte[] bytes = serialize(this.keySerde.serializer(), key);
		return ByteBuffer.allocate(PREFIX + bytes.length)
			.putLong(timestamp)
			.put(left ? LEFT : RIGHT)
			.put(bytes)
			.array();
	}

	private byte[] serialize(Serializer<Object> serializer, Object object) {
		return Objects.requireNonNull(serializer.serialize(this.topic, object),
				() -> "A key or value of type " + object.getClass().getName() + " is null when it is serialised with "
						+ serializer.getClass().getName());
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
		return new Walk(this.store.range(bound(from), bound(to)));
	}

	/**
	 * The time of the first record from a time on.
	 * @return milliseconds since the epoch, -1 if there is none
	 */
	long firstTime(long from) {
		byte[] first = ((OrderedKeys) this.store).firstKey(bound(from));
		return (first != null) ? ByteBuffer.wrap(first).getLong() : -1;
	}

	/**
	 * What is below all rows of a time and above those before.
	 */
	private static byte[] bound(long time) {
		return ByteBuffer.allocate(Long.BYTES).putLong(Math.max(0, time)).array();
	}

	/**
	 * Walks rows, each of which holds the records of one side, key and time.
	 */
	final class Walk implements AutoCloseable {

		private final KeyValueIterator<byte[], byte[]> rows;

		private byte[] row = {};

		private byte[] content = {};

		private Walk(KeyValueIterator<byte[], byte[]> rows) {
			this.rows = rows;
		}

		boolean next() {
			if (!this.rows.hasNext()) {
				return false;
			}
			var next = this.rows.next();
			this.row = next.key;
			this.content = next.value;
			return true;
		}

		long timestamp() {
			return ByteBuffer.wrap(this.row).getLong();
		}

		boolean left() {
			return this.row[Long.BYTES] == LEFT;
		}

		Object key() {
			byte[] key = new byte[this.row.length - PREFIX];
			System.arraycopy(this.row, PREFIX, key, 0, key.length);
			return UnjoinedRecords.this.keySerde.deserializer().deserialize(UnjoinedRecords.this.topic, key);
		}

		/**
		 * The values in the order in which they came.
		 */
		List<Object> values() {
			Serde<Object> serde = left() ? UnjoinedRecords.this.leftSerde : UnjoinedRecords.this.rightSerde;
			List<Object> values = new ArrayList<>();
			for (byte[] bytes : UnjoinedRecords.this.values(this.content)) {
				byte[] value = new byte[bytes.length - Byte.BYTES];
				System.arraycopy(bytes, Byte.BYTES, value, 0, value.length);
				values.add(serde.deserializer().deserialize(UnjoinedRecords.this.topic, value));
			}
			return values;
		}

		void remove() {
			UnjoinedRecords.this.store.delete(this.row);
		}

		@Override
		public void close() {
			this.rows.close();
		}

	}

}
