package io.millrace.streams.internal.store;

/**
 * Counts roughly how often keys came lately, up to 15 times, in a few bits for each: of
 * two counters by its hash the smaller one is taken. All are halved now and then, so what
 * was frequent once is forgotten. Tells a {@link CommittedCache} whether a key is worth
 * the place of another. Run by the task's thread.
 */
final class KeyFrequency {

	private static final int COUNTERS_A_WORD = 16;

	private static final int SMALLEST_WORDS = 16;

	/** Halved after so many keys for each of those that were to be expected. */
	private static final int SAMPLE = 8;

	private static final long HALVES = 0x7777777777777777L;

	private static final long MIX = 0x9E3779B97F4A7C15L;

	private final long[] words;

	private final int sample;

	private int added;

	/**
	 * Makes one.
	 * @param keys how many keys are to be told apart
	 */
	KeyFrequency(int keys) {
		int words = Math.max(SMALLEST_WORDS, Integer.highestOneBit(Math.max(1, keys / 4)));
		this.words = new long[words];
		this.sample = SAMPLE * words * 4;
	}

	/**
	 * For how many keys it is large enough.
	 */
	int keys() {
		return this.words.length * 8;
	}

	/**
	 * A key came.
	 * @param hash its hash
	 */
	void add(int hash) {
		long mixed = hash * MIX;
		increment(first(mixed));
		increment(second(mixed));
		this.added++;
		if (this.added >= this.sample) {
			halve();
		}
	}

	/**
	 * How often a key came lately, rather too often than too seldom.
	 * @param hash its hash
	 */
	int of(int hash) {
		long mixed = hash * MIX;
		return Math.min(count(first(mixed)), count(second(mixed)));
	}

	private int first(long mixed) {
		return (int) (mixed >>> 16) & (this.words.length * COUNTERS_A_WORD - 1);
	}

	private int second(long mixed) {
		return (int) (mixed >>> 38) & (this.words.length * COUNTERS_A_WORD - 1);
	}

	private int count(int counter) {
		return (int) (this.words[counter / COUNTERS_A_WORD] >>> shift(counter)) & 15;
	}

	private void increment(int counter) {
		if (count(counter) < 15) {
			this.words[counter / COUNTERS_A_WORD] += 1L << shift(counter);
		}
	}

	private static int shift(int counter) {
		return counter % COUNTERS_A_WORD * 4;
	}

	private void halve() {
		for (int i = 0; i < this.words.length; i++) {
			this.words[i] = (this.words[i] >>> 1) & HALVES;
		}
		this.added /= 2;
	}

}
