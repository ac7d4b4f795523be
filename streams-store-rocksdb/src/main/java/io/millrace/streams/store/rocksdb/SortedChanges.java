package io.millrace.streams.store.rocksdb;

/**
 * The changes of a {@link WriteBatchBuffer} in the exact order of their keys, of each key
 * the last one only: what a file of sorted entries is made from. A cursor, so that
 * nothing is allocated per change. Used by {@link FileIngestion}.
 */
final class SortedChanges {

	private final WriteBatchBuffer buffer;

	private final int[] order;

	private final int size;

	private int next;

	private int keyAt;

	private int keyLength;

	private int valueAt;

	private int valueLength;

	/**
	 * Makes it.
	 * @param buffer has the changes
	 * @param order the indexes of changes in the order of their keys
	 * @param size how many of them there are
	 */
	SortedChanges(WriteBatchBuffer buffer, int[] order, int size) {
		this.buffer = buffer;
		this.order = order;
		this.size = size;
	}

	/**
	 * Goes on to the next key.
	 * @return whether there is one
	 */
	boolean next() {
		if (this.next == this.size) {
			return false;
		}
		int index = this.order[this.next++];
		this.keyAt = this.buffer.keyAt(index);
		this.keyLength = this.buffer.keyLength(index);
		this.valueLength = this.buffer.valueLength(index);
		this.valueAt = this.buffer.end(index) - this.valueLength;
		return true;
	}

	/**
	 * The lowest key; there must be one.
	 */
	byte[] first() {
		return this.buffer.key(this.order[0]);
	}

	/**
	 * The highest key; there must be one.
	 */
	byte[] last() {
		return this.buffer.key(this.order[this.size - 1]);
	}

	/**
	 * Whether the key is deleted, in place of being put.
	 */
	boolean deleted() {
		return this.valueLength < 0;
	}

	int keyAt() {
		return this.keyAt;
	}

	int keyLength() {
		return this.keyLength;
	}

	int valueAt() {
		return this.valueAt;
	}

	int valueLength() {
		return this.valueLength;
	}

	/**
	 * Where keys and values are.
	 */
	byte[] bytes() {
		return this.buffer.bytes();
	}

}
