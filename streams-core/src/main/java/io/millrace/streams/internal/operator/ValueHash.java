package io.millrace.streams.internal.operator;

import org.jspecify.annotations.Nullable;

/**
 * The fingerprint of a row's value that goes with a subscription and comes back with the
 * answer, so that an answer to a value that the row no longer has is known: 128 bits of
 * MurmurHash3 with the seed of Kafka Streams. Mutable, so that one object serves all
 * records.
 */
final class ValueHash {

	static final int BYTES = 2 * Long.BYTES;

	private static final long SEED = 104729;

	private static final long FIRST_FACTOR = 0x87c37b91114253d5L;

	private static final long SECOND_FACTOR = 0x4cf5ad432745937fL;

	private boolean present;

	private long high;

	private long low;

	/**
	 * Whether there is a value at all.
	 */
	boolean present() {
		return this.present;
	}

	void set(ValueHash other) {
		this.present = other.present;
		this.high = other.high;
		this.low = other.low;
	}

	void clear() {
		this.present = false;
		this.high = 0;
		this.low = 0;
	}

	boolean sameAs(ValueHash other) {
		return this.present == other.present && this.high == other.high && this.low == other.low;
	}

	/**
	 * Writes the fingerprint, which is there.
	 * @param at where to
	 */
	void write(byte[] bytes, int at) {
		Numbers.putLong(bytes, at, this.high);
		Numbers.putLong(bytes, at + Long.BYTES, this.low);
	}

	/**
	 * Reads what {@link #write} wrote.
	 * @param at where it is
	 */
	void read(byte[] bytes, int at) {
		this.present = true;
		this.high = Numbers.getLong(bytes, at);
		this.low = Numbers.getLong(bytes, at + Long.BYTES);
	}

	/**
	 * Takes the fingerprint of a value.
	 * @param bytes the serialised value; null for none
	 */
	void of(byte @Nullable [] bytes) {
		if (bytes == null) {
			clear();
			return;
		}
		long one = SEED;
		long two = SEED;
		int rest = 0;
		while (bytes.length - rest >= BYTES) {
			one = Long.rotateLeft(one ^ first(Numbers.getLittleEndianLong(bytes, rest)), 27) + two;
			one = one * 5 + 0x52dce729;
			two = Long.rotateLeft(two ^ second(Numbers.getLittleEndianLong(bytes, rest + Long.BYTES)), 31) + one;
			two = two * 5 + 0x38495ab5;
			rest += BYTES;
		}
		two ^= second(tail(bytes, rest + Long.BYTES));
		one ^= first(tail(bytes, rest));
		one ^= bytes.length;
		two ^= bytes.length;
		one += two;
		two += one;
		one = mixed(one);
		two = mixed(two);
		one += two;
		two += one;
		this.present = true;
		this.high = one;
		this.low = two;
	}

	private static long first(long block) {
		return Long.rotateLeft(block * FIRST_FACTOR, 31) * SECOND_FACTOR;
	}

	private static long second(long block) {
		return Long.rotateLeft(block * SECOND_FACTOR, 33) * FIRST_FACTOR;
	}

	/**
	 * Up to eight bytes from a position on, the first the lowest.
	 */
	private static long tail(byte[] bytes, int from) {
		long block = 0;
		for (int i = Math.min(bytes.length, from + Long.BYTES) - 1; i >= from; i--) {
			block = (block << 8) | (bytes[i] & 0xffL);
		}
		return block;
	}

	private static long mixed(long hash) {
		long mixed = hash;
		mixed = (mixed ^ mixed >>> 33) * 0xff51afd7ed558ccdL;
		mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
		return mixed ^ mixed >>> 33;
	}

}
