package io.millrace.streams.benchmarks.workload;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The records of an input, one after another, the same ones for the same seed.
 */
public final class InputRecords {

	public static final int VALUE_LENGTH = 100;

	/** Late records come only after each partition has made out the time. */
	private static final int NONE_LATE_BEFORE = 10_000;

	private static final long LATE_MS = 30_000;

	private static final long TOO_LATE_MS = Functions.WINDOW.toMillis() + Functions.GRACE.toMillis() + 10_000;

	private final InputShape shape;

	private final int keys;

	private final long start;

	private final SplittableRandom random;

	private final Zipf zipf;

	private final String padding = " the rest of the value pads it".repeat(4);

	private long index = -1;

	private String key = "";

	private String value = "";

	private long timestamp;

	private long tooLate;

	/**
	 * Makes a generator.
	 * @param shape how keys and timestamps come about
	 * @param keys the number of different keys
	 * @param start the first record's timestamp; each later one's is a millisecond on
	 * @param seed the same seed makes the same records
	 */
	public InputRecords(InputShape shape, int keys, long start, long seed) {
		this.shape = shape;
		this.keys = keys;
		this.start = start;
		this.random = new SplittableRandom(seed);
		this.zipf = new Zipf((shape == InputShape.ZIPF) ? keys : 1);
	}

	/**
	 * Goes to the next record.
	 */
	public void next() {
		this.index++;
		this.key = String.format(Locale.ROOT, "key-%08d", nextKey());
		this.value = (this.index % 10 + "-" + this.index + this.padding).substring(0, VALUE_LENGTH);
		this.timestamp = this.start + this.index - lateness();
	}

	private int nextKey() {
		if (this.shape == InputShape.ZIPF) {
			return this.zipf.next(this.random);
		}
		return (this.index < this.keys) ? (int) this.index : this.random.nextInt(this.keys);
	}

	private long lateness() {
		if (this.shape != InputShape.LATE || this.index < NONE_LATE_BEFORE || this.index % 20 != 0) {
			return 0;
		}
		if (this.index % 40 != 0) {
			return LATE_MS;
		}
		this.tooLate++;
		return TOO_LATE_MS;
	}

	public String key() {
		return this.key;
	}

	public String value() {
		return this.value;
	}

	public long timestamp() {
		return this.timestamp;
	}

	/**
	 * How many of the records so far are too late for their window.
	 */
	public long tooLate() {
		return this.tooLate;
	}

}
