package io.millrace.streams.internal.store;

import java.util.Arrays;

/**
 * Arrays that held rows of a suppression's buffer until other rows took their place, and
 * that nobody else has: they serve again for rows of the same length. What a record
 * replaces is free once the record is through. Owned by {@link SuppressionTaskStore}.
 */
final class FreeRows {

	private static final byte[] NONE = {};

	private static final int MOST = 256;

	private final byte[][] free = new byte[MOST][];

	private int freeCount;

	/** Replaced by the record that is being processed, which may fail. */
	private final byte[][] replaced = new byte[MOST][];

	private int replacedCount;

	FreeRows() {
		Arrays.fill(this.free, NONE);
		Arrays.fill(this.replaced, NONE);
	}

	/**
	 * An array for a row.
	 * @param length how long the row is
	 * @return an array of that length, with whatever in it
	 */
	byte[] take(int length) {
		if (this.freeCount == 0) {
			return new byte[length];
		}
		this.freeCount--;
		byte[] row = this.free[this.freeCount];
		this.free[this.freeCount] = NONE;
		// One of another length goes, so that rows of a new length find theirs in time.
		return (row.length == length) ? row : new byte[length];
	}

	/**
	 * A row is replaced that was never committed.
	 */
	void replaced(byte[] row) {
		if (this.replacedCount < MOST) {
			this.replaced[this.replacedCount++] = row;
		}
	}

	/**
	 * The record is through.
	 */
	void mark() {
		while (this.replacedCount > 0) {
			byte[] row = forgetReplaced();
			if (this.freeCount < MOST) {
				this.free[this.freeCount++] = row;
			}
		}
	}

	/**
	 * The record failed: what it replaced is back.
	 */
	void rollback() {
		while (this.replacedCount > 0) {
			forgetReplaced();
		}
	}

	private byte[] forgetReplaced() {
		this.replacedCount--;
		byte[] row = this.replaced[this.replacedCount];
		this.replaced[this.replacedCount] = NONE;
		return row;
	}

}
