package io.millrace.streams.store.rocksdb;

import java.nio.ByteOrder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Builds RocksDB's own serialised form of a write batch in Java memory, so that a batch
 * costs one call into native code, not one per entry, and nothing native leaks if it is
 * never written. The form is that of RocksDB's log: 8 bytes of sequence number and 4
 * bytes with the count of entries, little endian, then a tag, the column family, key and
 * value with their lengths as variable-length integers for each entry. Used by
 * {@link RocksDbEngineBatch}.
 */
final class WriteBatchBuffer {

	private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

	private static final int COUNT_AT = 8;

	private static final int HEADER_BYTES = 12;

	private static final int MAX_INT_BYTES = 5;

	private static final byte DELETE = 0x4;

	private static final byte PUT = 0x5;

	private static final byte DELETE_RANGE = 0xE;

	private byte[] bytes;

	private int size = HEADER_BYTES;

	private int count;

	WriteBatchBuffer(int capacity) {
		this.bytes = new byte[Math.max(capacity, HEADER_BYTES)];
	}

	void put(int family, byte[] key, byte[] value) {
		begin(PUT, family, key.length + value.length);
		append(key);
		append(value);
	}

	void delete(int family, byte[] key) {
		begin(DELETE, family, key.length);
		append(key);
	}

	/**
	 * Deletes a range of keys.
	 * @param family the column family
	 * @param from the first key
	 * @param to the key after the last one
	 */
	void deleteRange(int family, byte[] from, byte[] to) {
		begin(DELETE_RANGE, family, from.length + to.length);
		append(from);
		append(to);
	}

	int count() {
		return this.count;
	}

	/**
	 * Ends the batch.
	 * @return the serialised form
	 */
	byte[] toBytes() {
		INT.set(this.bytes, COUNT_AT, this.count);
		return Arrays.copyOf(this.bytes, this.size);
	}

	int capacity() {
		return this.bytes.length;
	}

	/**
	 * Empties the batch, to be filled again.
	 */
	void reset() {
		this.size = HEADER_BYTES;
		this.count = 0;
	}

	private void begin(byte tag, int family, int payload) {
		long needed = (long) this.size + 1 + 3 * MAX_INT_BYTES + payload;
		if (needed > this.bytes.length) {
			if (needed > Integer.MAX_VALUE - 8) {
				throw new IllegalArgumentException("A batch can't hold more than 2 GiB.");
			}
			this.bytes = Arrays.copyOf(this.bytes,
					(int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * this.bytes.length)));
		}
		this.bytes[this.size++] = tag;
		appendInt(family);
		this.count++;
	}

	private void append(byte[] content) {
		appendInt(content.length);
		System.arraycopy(content, 0, this.bytes, this.size, content.length);
		this.size += content.length;
	}

	private void appendInt(int value) {
		int rest = value;
		while ((rest & ~0x7F) != 0) {
			this.bytes[this.size++] = (byte) (rest | 0x80);
			rest >>>= 7;
		}
		this.bytes[this.size++] = (byte) rest;
	}

}
