package io.millrace.streams.benchmarks.report;

/**
 * What is measured.
 */
public enum Figure {

	RECORDS_PER_SECOND("records/s", 0, true),

	CPU_MICROS_PER_RECORD("CPU, µs/record", 2, false),

	/**
	 * The compiler ends when a process has run for a minute or so, and has no share then.
	 */
	CPU_WITHOUT_COMPILER("CPU without just-in-time compilation, µs/record", 2, false),

	ALLOCATED_BYTES_PER_RECORD("allocated, B/record", 0, false),

	GC_COUNT("collections", 0, false),

	GC_MILLIS("in collections, ms", 0, false),

	COMMIT_MILLIS_PER_SECOND("in commit calls, ms/s", 0, false),

	CHANGELOG_BYTES_PER_RECORD("to the changelog, B/record", 1, false),

	STATE_BYTES("state on disk, B", 0, false),

	WRITTEN_BYTES_PER_RECORD("written to disk, B/record", 0, false),

	WRITE_AMPLIFICATION("written to disk per byte of updates", 1, false),

	OUTPUT_PER_RECORD("results per record", 2, true),

	/** Of a join of tables. More than none only of a candidate that is known for it. */
	WRONG_ROWS("wrong rows of the result", 0, false),

	START_SECONDS("from start to first commit, s", 1, false),

	ALL_COMMITTED_SECONDS("from start to all committed, s", 1, false),

	LATENCY_P50_MILLIS("latency p50, ms", 0, false),

	LATENCY_P99_MILLIS("p99, ms", 0, false),

	LATENCY_P999_MILLIS("p99.9, ms", 0, false),

	LATENCY_MAX_MILLIS("max, ms", 0, false),

	INPUT_PER_SECOND("input, records/s", 0, true),

	/** All processes: the broker, and who sends and reads, as well. */
	MACHINE_BUSY_PERCENT("the machine's processors in use, %", 0, false),

	NANOS_PER_OPERATION("ns/op", 1, false),

	ALLOCATED_BYTES_PER_OPERATION("allocated, B/op", 2, false),

	OWN_BYTES_PER_OPERATION("allocated by the engine itself, B/op", 2, false);

	private final String title;

	private final int decimals;

	private final boolean moreIsBetter;

	Figure(String title, int decimals, boolean moreIsBetter) {
		this.title = title;
		this.decimals = decimals;
		this.moreIsBetter = moreIsBetter;
	}

	/**
	 * Name and unit as the head of a column.
	 */
	public String title() {
		return this.title;
	}

	public int decimals() {
		return this.decimals;
	}

	public boolean moreIsBetter() {
		return this.moreIsBetter;
	}

}
