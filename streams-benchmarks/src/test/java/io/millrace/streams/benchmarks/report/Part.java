package io.millrace.streams.benchmarks.report;

import java.util.Locale;

/**
 * The parts of the benchmark; each can be run without the others.
 */
public enum Part {

	THROUGHPUT("As fast as it goes"),

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

	public static Part of(String id) {
		return valueOf(id.trim().toUpperCase(Locale.ROOT));
	}

}
