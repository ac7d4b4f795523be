package io.millrace.streams.internal.store;

import java.util.Arrays;

/**
 * The rows that an operator asked a store of bytes for, in the order of their keys, as
 * they were then: what the operator writes meanwhile doesn't show. Owned by an operator,
 * which has it filled again, so in steady state nothing is allocated. Run by the task's
 * thread.
 */
public final class FoundRows {

	private static final int SMALLEST = 16;

	private byte[][] keys = new byte[SMALLEST][];

	private byte[][] contents = new byte[SMALLEST][];

	private int count;

	/**
	 * How many there are.
	 * @return the count
	 */
	public int count() {
		return this.count;
	}

	/**
	 * The key of a row.
	 * @param index its place, from 0 for the lowest
	 * @return the key, not to be changed
	 */
	public byte[] key(int index) {
		return this.keys[index];
	}

	/**
	 * The value of a row.
	 * @param index its place, from 0 for the lowest
	 * @return the value, not to be changed
	 */
	public byte[] value(int index) {
		return this.contents[index];
	}

	/**
	 * Lets go of everything.
	 */
	@SuppressWarnings("NullAway")
	public void clear() {
		Arrays.fill(this.keys, 0, this.count, null);
		Arrays.fill(this.contents, 0, this.count, null);
		// What a rare flood of rows needed is given back in a few records.
		if (this.keys.length > 64 * SMALLEST && this.count < this.keys.length / 8) {
			resize(this.keys.length / 2);
		}
		this.count = 0;
	}

	void add(byte[] key, byte[] value) {
		if (this.count == this.keys.length) {
			resize(2 * this.count);
		}
		this.keys[this.count] = key;
		this.contents[this.count] = value;
		this.count++;
	}

	private void resize(int length) {
		this.keys = Arrays.copyOf(this.keys, length);
		this.contents = Arrays.copyOf(this.contents, length);
	}

}
