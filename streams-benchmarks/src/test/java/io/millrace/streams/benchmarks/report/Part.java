package io.millrace.streams.benchmarks.report;

import java.util.Locale;

/**
 * The parts of the benchmark; each can be run without the others.
 */
public enum Part {

	THROUGHPUT("As fast as it goes"),

	/** Goes before {@link #LATENCY}, whose rate is found so. */
	SATURATION("As fast as it goes while the input is sent and the results are read"),

	LATENCY("Latency at a fixed rate"),

	RESTORE("Restoring state"),

	GROWTH("Growth"),

	ENGINE("The engine alone");

	private final String title;

	Part(String title) {
		this.title = title;
	}

	String title() {
		return this.title;
	}

	/**
	 * The part that is asked for.
	 * @throws IllegalArgumentException if there is none, or none to run by itself
	 */
	public static Part of(String id) {
		Part part = valueOf(id.trim().toUpperCase(Locale.ROOT));
		if (part == SATURATION) {
			throw new IllegalArgumentException(
					"millrace.benchmark.parts can't have " + id + ", which comes with latency: use latency");
		}
		return part;
	}

}
