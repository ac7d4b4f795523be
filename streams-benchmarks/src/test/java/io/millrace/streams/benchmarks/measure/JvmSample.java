package io.millrace.streams.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * What a JVM under test has allocated and collected up to an instant.
 *
 * @param epochMillis the instant
 * @param allocatedBytes bytes that all threads have allocated
 * @param gcCount the number of collections
 * @param gcMillis the time that they took
 * @param commitNanos the time in calls that make up commits
 */
public record JvmSample(long epochMillis, long allocatedBytes, long gcCount, long gcMillis, long commitNanos) {

	private static final String PREFIX = "@jvm ";

	/**
	 * The sample as a line of a log.
	 */
	public String line() {
		return PREFIX + this.epochMillis + " " + this.allocatedBytes + " " + this.gcCount + " " + this.gcMillis + " "
				+ this.commitNanos;
	}

	/**
	 * All samples in a log.
	 */
	static List<JvmSample> parse(List<String> lines) {
		List<JvmSample> samples = new ArrayList<>();
		for (String line : lines) {
			if (line.startsWith(PREFIX)) {
				String[] fields = line.substring(PREFIX.length()).split(" ");
				if (fields.length == 5) {
					samples.add(new JvmSample(Long.parseLong(fields[0]), Long.parseLong(fields[1]),
							Long.parseLong(fields[2]), Long.parseLong(fields[3]), Long.parseLong(fields[4])));
				}
			}
		}
		return samples;
	}

}
