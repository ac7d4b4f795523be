package io.millrace.streams.internal.store;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * Tells of keys that they aren't among those that were added: a Bloom filter that grows
 * with their number, in which each lies within one word of memory. Says of each key that
 * was added, and of few others, that it may be there. A key can be added to several
 * numbered parts, and is in that word with all of them, so to ask for some parts costs
 * hardly more than to ask for one. Owned by {@link SegmentFilters}.
 */
final class SegmentFilter {

	/** How many keys the first layer takes; each further one takes so many times more. */
	private static final int FIRST_KEYS = 1024;

	private static final int GROWTH = 4;

	/** With this many layers, somewhat more than a million keys. */
	private static final int LAYERS = 6;

	/** A word for so many keys, 16 bits each. */
	private static final int KEYS_A_WORD = 4;

	private static final long MIX = 0x9E3779B97F4A7C15L;

	private static final long[] NO_WORDS = {};

	private final CacheBudget budget;

	private final long[][] layers = new long[LAYERS][];

	private int used;

	private int keysInLast;

	/** Whether there are more keys than there is memory for. */
	private boolean full;

	SegmentFilter(CacheBudget budget) {
		this.budget = budget;
	}

	/**
	 * Adds a key.
	 * @param hash its hash
	 * @param part the number of the part that it is in
	 */
	void add(int hash, int part) {
		if (this.full || mayHave(hash, part, part)) {
			return;
		}
		long[] last = (this.used > 0) ? this.layers[this.used - 1] : null;
		if (last == null || this.keysInLast == last.length * KEYS_A_WORD) {
			last = grow(last);
			if (last == null) {
				return;
			}
		}
		long mixed = mix(hash);
		last[word(mixed, last)] |= bits(mixed, part);
		this.keysInLast++;
	}

	private long @Nullable [] grow(long @Nullable [] last) {
		int words = (last != null) ? last.length * GROWTH : FIRST_KEYS / KEYS_A_WORD;
		if (this.used == LAYERS || !this.budget.takeForFilters((long) words * Long.BYTES)) {
			release();
			return null;
		}
		long[] larger = new long[words];
		this.layers[this.used++] = larger;
		this.keysInLast = 0;
		return larger;
	}

	/**
	 * Lets go of its memory, and from then on takes any key for one that was added.
	 */
	void release() {
		this.budget.giveBackOfFilters(bytes());
		this.full = true;
		Arrays.fill(this.layers, NO_WORDS);
	}

	/**
	 * Whether a key may have been added to any of some parts.
	 * @param hash its hash
	 * @param from the number of the first part
	 * @param to the number of the last part
	 */
	boolean mayHave(int hash, int from, int to) {
		if (this.full) {
			return true;
		}
		long mixed = mix(hash);
		// Most keys are in the last one.
		for (int i = this.used - 1; i >= 0; i--) {
			long[] layer = this.layers[i];
			long word = layer[word(mixed, layer)];
			for (int part = from; word != 0 && part <= to; part++) {
				long bits = bits(mixed, part);
				if ((word & bits) == bits) {
					return true;
				}
			}
		}
		return false;
	}

	private static long mix(int hash) {
		long product = hash * MIX;
		return product ^ (product >>> 32);
	}

	private static int word(long mixed, long[] layer) {
		return (int) (mixed >>> 40) & (layer.length - 1);
	}

	/**
	 * Four bits of a word, by the part and what of the hash doesn't choose the word.
	 */
	private static long bits(long mixed, int part) {
		long chosen = mixed + part * MIX;
		return 1L << chosen | 1L << (chosen >>> 6) | 1L << (chosen >>> 12) | 1L << (chosen >>> 18);
	}

	/**
	 * How much memory it takes.
	 * @return bytes
	 */
	long bytes() {
		long bytes = 0;
		for (int i = 0; i < this.used; i++) {
			bytes += (long) this.layers[i].length * Long.BYTES;
		}
		return bytes;
	}

}
