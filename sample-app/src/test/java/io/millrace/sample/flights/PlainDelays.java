package io.millrace.sample.flights;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.springframework.core.io.ClassPathResource;

/**
 * Adds up the delays of the sample's flights with a plain loop over the file, to compare
 * with what the application found.
 *
 * @param flights how many flights left an airport
 * @param totalDelay the sum of their delays, in minutes
 */
public record PlainDelays(long flights, long totalDelay) {

	/**
	 * Adds up the delays of all flights that the sample ships.
	 * @return the delays by the IATA code of the origin
	 * @throws IOException if the flights can't be read
	 */
	public static Map<String, PlainDelays> byOrigin() throws IOException {
		List<String> lines = new ClassPathResource("data/flights/flights.csv")
			.getContentAsString(StandardCharsets.UTF_8)
			.lines()
			.toList();
		Map<String, PlainDelays> delays = new TreeMap<>();
		for (String line : lines.subList(1, lines.size())) {
			String[] values = line.split(",");
			PlainDelays before = delays.getOrDefault(values[3], new PlainDelays(0, 0));
			delays.put(values[3], new PlainDelays(before.flights + 1, before.totalDelay + Integer.parseInt(values[1])));
		}
		return delays;
	}

	/**
	 * Returns the mean delay.
	 * @return the mean, in minutes
	 */
	public double averageDelay() {
		return (double) this.totalDelay / this.flights;
	}

}
