package io.millrace.streams.store.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Changes of one column family in RocksDB's own serialised form, that of its log: a tag,
 * the number of the family, key and value with their lengths as variable-length integers.
 * Held in Java memory, so that a batch costs one call into native code, not one per
 * entry, nothing native leaks if it is never written, and entries can be put in order:
 * RocksDB's write buffer takes sorted keys at less than half the cost of random ones.
 * Used by {@link RocksDbEngineBatch}.
 */
final class WriteBatchBuffer {

	private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

	private static final int MAX_INT_BYTES = 5;

	private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

	private static final byte DELETE = 0x4;

	private static final byte PUT = 0x5;

	private static final byte DELETE_RANGE = 0xE;

	/** How much of a key takes part in the order, after what all keys begin with. */
	private static final int ORDER_BYTES = 5;

	private static final int INDEX_BITS = Long.SIZE - ORDER_BYTES * Byte.SIZE;

	private final int family;

	private byte[] bytes = new byte[1024];

	private int size;

	private int[] keysAt = new int[64];

	private int[] ends = new int[64];

	private int count;

	private byte[] firstKey = new byte[0];

	private int commonPrefix;

	WriteBatchBuffer(int family) {
		this.family = family;
	}

	void put(byte[] key, byte[] value) {
		begin(PUT, key, value.length);
		append(value);
		this.ends[this.count++] = this.size;
	}

	void delete(byte[] key) {
		begin(DELETE, key, 0);
		this.ends[this.count++] = this.size;
	}

	/**
	 * Deletes a range of keys.
	 * @param from the first key
	 * @param to the key after the last one
	 */
	void deleteRange(byte[] from, byte[] to) {
		begin(DELETE_RANGE, from, to.length);
		append(to);
		this.ends[this.count++] = this.size;
	}

	int count() {
		return this.count;
	}

	int size() {
		return this.size;
	}

	/**
	 * How much memory the arrays take.
	 */
	long capacity() {
		return this.bytes.length + (long) Integer.BYTES * (this.keysAt.length + this.ends.length);
	}

	/**
	 * Copies all changes, about in the order of their keys; changes of the same key stay
	 * in the order they were made.
	 * @param target where to
	 * @param at the position to begin at
	 * @return the position after the last change
	 */
	int copyTo(byte[] target, int at) {
		if (this.count < 2 || !sortable()) {
			System.arraycopy(this.bytes, 0, target, at, this.size);
			return at + this.size;
		}
		int position = at;
		for (long entry : order()) {
			int index = index(entry);
			int start = start(index);
			int length = this.ends[index] - start;
			System.arraycopy(this.bytes, start, target, position, length);
			position += length;
		}
		return position;
	}

	/**
	 * Adds the changes of another buffer of the same family behind those that are here.
	 * @param other the other buffer, which stays as it is
	 */
	void append(WriteBatchBuffer other) {
		if (other.count == 0) {
			return;
		}
		if (this.count == 0) {
			this.firstKey = other.firstKey;
			this.commonPrefix = other.commonPrefix;
		}
		else {
			narrowCommonPrefix(other.firstKey);
			this.commonPrefix = Math.min(this.commonPrefix, other.commonPrefix);
		}
		ensureRoom(other.size, other.count);
		System.arraycopy(other.bytes, 0, this.bytes, this.size, other.size);
		for (int i = 0; i < other.count; i++) {
			this.keysAt[this.count + i] = other.keysAt[i] + this.size;
			this.ends[this.count + i] = other.ends[i] + this.size;
		}
		this.size += other.size;
		this.count += other.count;
	}

	/**
	 * Whether {@link #sorted()} can put them in order.
	 */
	boolean sortable() {
		return this.count < 1 << INDEX_BITS;
	}

	/**
	 * The last change of each key in the exact order of keys; there must be no deletes of
	 * ranges.
	 */
	SortedChanges sorted() {
		long[] about = order();
		int[] order = new int[about.length];
		int size = 0;
		int from = 0;
		while (from < about.length) {
			int to = from + 1;
			while (to < about.length && part(about[from]) == part(about[to])) {
				to++;
			}
			if (to - from == 1) {
				order[size++] = index(about[from]);
			}
			else {
				size = addRun(about, from, to, order, size);
			}
			from = to;
		}
		return new SortedChanges(this, order, size);
	}

	/**
	 * Adds the last change of each key of a run of changes that {@link #order()} didn't
	 * tell apart.
	 */
	private int addRun(long[] about, int from, int to, int[] order, int size) {
		Integer[] run = new Integer[to - from];
		for (int i = 0; i < run.length; i++) {
			run[i] = index(about[from + i]);
		}
		// Stable, so changes of a key stay in the order they were made.
		Arrays.sort(run, this::compareKeys);
		int end = size;
		for (int i = 0; i < run.length; i++) {
			if (i + 1 == run.length || compareKeys(run[i], run[i + 1]) != 0) {
				order[end++] = run[i];
			}
		}
		return end;
	}

	private int compareKeys(int one, int other) {
		int at = this.keysAt[one];
		int otherAt = this.keysAt[other];
		return Arrays.compareUnsigned(this.bytes, at, at + keyLength(one), this.bytes, otherAt,
				otherAt + keyLength(other));
	}

	/**
	 * A number for each change that sorts as the part of the key that tells most keys
	 * apart, then as the change's index, which is its lower part. Not exact where that
	 * part is the same: then keys are close to each other, which is all that counts in a
	 * batch.
	 */
	private long[] order() {
		long[] order = new long[this.count];
		for (int i = 0; i < this.count; i++) {
			int at = this.keysAt[i] + this.commonPrefix;
			int left = keyLength(i) - this.commonPrefix;
			long part;
			if (left >= ORDER_BYTES && at + Long.BYTES <= this.bytes.length) {
				part = ((long) LONG.get(this.bytes, at)) >>> INDEX_BITS;
			}
			else {
				part = shortPart(at, left);
			}
			order[i] = ((part << INDEX_BITS) | i) ^ Long.MIN_VALUE;
		}
		Arrays.sort(order);
		return order;
	}

	/** The bytes after a short key are those of its value, or of the next change. */
	private long shortPart(int at, int left) {
		long part = 0;
		for (int j = 0; j < ORDER_BYTES; j++) {
			part = (part << Byte.SIZE) | ((j < left) ? this.bytes[at + j] & 0xFF : 0);
		}
		return part;
	}

	private static int index(long ordered) {
		return (int) ordered & ((1 << INDEX_BITS) - 1);
	}

	private static long part(long ordered) {
		return ordered >>> INDEX_BITS;
	}

	byte[] bytes() {
		return this.bytes;
	}

	byte[] key(int index) {
		int at = this.keysAt[index];
		return Arrays.copyOfRange(this.bytes, at, at + keyLength(index));
	}

	int keyAt(int index) {
		return this.keysAt[index];
	}

	int end(int index) {
		return this.ends[index];
	}

	int keyLength(int index) {
		int at = start(index) + 1;
		while (this.bytes[at++] < 0) {
			// The family's number.
		}
		return readInt(at);
	}

	/**
	 * The length of a change's value, -1 if it deletes the key.
	 */
	int valueLength(int index) {
		return (this.bytes[start(index)] == PUT) ? readInt(this.keysAt[index] + keyLength(index)) : -1;
	}

	private int start(int index) {
		return (index > 0) ? this.ends[index - 1] : 0;
	}

	private int readInt(int from) {
		int at = from;
		int value = 0;
		int shift = 0;
		byte next = this.bytes[at++];
		while (next < 0) {
			value |= (next & 0x7F) << shift;
			shift += 7;
			next = this.bytes[at++];
		}
		return value | (next << shift);
	}

	/**
	 * Empties the buffer, to be filled again.
	 */
	void reset() {
		this.size = 0;
		this.count = 0;
	}

	private void begin(byte tag, byte[] key, int more) {
		if (this.count == 0) {
			this.firstKey = key;
			this.commonPrefix = key.length;
		}
		else {
			narrowCommonPrefix(key);
		}
		ensureRoom(1L + 3 * MAX_INT_BYTES + key.length + more, 1);
		this.bytes[this.size++] = tag;
		appendInt(this.family);
		appendInt(key.length);
		this.keysAt[this.count] = this.size;
		System.arraycopy(key, 0, this.bytes, this.size, key.length);
		this.size += key.length;
	}

	private void narrowCommonPrefix(byte[] key) {
		int length = Math.min(this.commonPrefix, key.length);
		int mismatch = Arrays.mismatch(key, 0, length, this.firstKey, 0, length);
		this.commonPrefix = (mismatch < 0) ? length : mismatch;
	}

	private void ensureRoom(long more, int changes) {
		long needed = this.size + more;
		if (needed > MAX_BYTES) {
			throw new IllegalArgumentException("A batch can't hold more than 2 GiB; write smaller ones.");
		}
		if (needed > this.bytes.length) {
			this.bytes = Arrays.copyOf(this.bytes, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * this.size)));
		}
		if (this.count + changes > this.ends.length) {
			int capacity = Math.max(this.count + changes, 2 * this.count);
			this.ends = Arrays.copyOf(this.ends, capacity);
			this.keysAt = Arrays.copyOf(this.keysAt, capacity);
		}
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
