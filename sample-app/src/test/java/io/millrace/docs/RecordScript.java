package io.millrace.docs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.millrace.streams.TestOutputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyTestDriver;
import io.millrace.streams.test.TestRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A block of the documentation in the language {@code records}. A line is one of
 * <ul>
 * <li>{@code topic key: value @time {header=value}}: a record that goes in; time and
 * headers may be left out, and the time is then that of the record before</li>
 * <li>{@code -> topic key: value @time {header=value}}: a record that comes out; its time
 * and headers are looked at if they are given</li>
 * <li>{@code -> dropped}: a record is counted as dropped</li>
 * <li>{@code -> nothing}: nothing comes out</li>
 * <li>{@code -> fails: text}: processing ends with an error whose message has that
 * text</li>
 * <li>{@code wait time}: the wall clock moves on</li>
 * <li>{@code set name=value}: a setting of the application</li>
 * </ul>
 * In keys and values, digits alone stand for a long, {@code null} for null, anything else
 * for text. Times are distances from the start, such as {@code 1m30s} or {@code 250ms}.
 */
final class RecordScript {

	private static final Pattern RECORD = Pattern
		.compile("(\\S+)\\s+(.+?): (.*?)(?:\\s+@(\\w+))?(?:\\s+\\{([^}]*)\\})?");

	private static final Pattern TIME = Pattern.compile("(\\d+)(ms|s|m|h|d)");

	private static final Map<String, Long> UNITS = Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d",
			86_400_000L);

	private final List<String> lines;

	private final String internalTopics;

	private long time;

	RecordScript(String block, String applicationId) {
		this.lines = block.lines().toList();
		this.internalTopics = applicationId + "-";
	}

	Map<String, String> settings() {
		return this.lines.stream()
			.filter((line) -> line.startsWith("set "))
			.map((line) -> line.substring(4).split("=", 2))
			.collect(Collectors.toMap((setting) -> setting[0].strip(), (setting) -> setting[1].strip()));
	}

	/**
	 * Pipes in what goes in.
	 * @return the lines, with what came out in fact where that is not what they say
	 */
	String run(Topology topology, Properties settings) {
		List<String> told = new ArrayList<>();
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, settings, Instant.EPOCH)) {
			int next = 0;
			while (next < this.lines.size()) {
				String line = this.lines.get(next++);
				List<String> expected = new ArrayList<>();
				while (next < this.lines.size() && this.lines.get(next).strip().startsWith("->")) {
					expected.add(this.lines.get(next++));
				}
				told.add(line);
				told.addAll(settle(expected, perform(line, driver)));
			}
		}
		return String.join("\n", told) + "\n";
	}

	private List<Outcome> perform(String line, TopologyTestDriver driver) {
		double dropped = dropped(driver);
		List<Outcome> outcomes = new ArrayList<>();
		try {
			if (line.startsWith("wait ")) {
				driver.advanceWallClockTime(Duration.ofMillis(millis(line.substring(5))));
			}
			else if (!line.isBlank() && !line.startsWith("set ")) {
				pipe(line, driver);
			}
		}
		catch (RuntimeException ex) {
			outcomes.add(new Outcome("-> fails: " + messages(ex), "-> fails: "));
		}
		for (String topic : new TreeSet<>(driver.producedTopicNames())) {
			if (!topic.startsWith(this.internalTopics)) {
				read(topic, driver, outcomes);
			}
		}
		for (double drop = dropped; drop < dropped(driver); drop++) {
			outcomes.add(new Outcome("-> dropped", "-> dropped"));
		}
		if (outcomes.isEmpty()) {
			outcomes.add(new Outcome("-> nothing", "-> nothing"));
		}
		return outcomes;
	}

	private void pipe(String line, TopologyTestDriver driver) {
		Matcher record = RECORD.matcher(line.strip());
		if (!record.matches()) {
			throw new IllegalArgumentException("Not a record: " + line);
		}
		if (record.group(4) != null) {
			this.time = millis(record.group(4));
		}
		Headers headers = new RecordHeaders();
		if (record.group(5) != null) {
			Arrays.stream(record.group(5).split(", "))
				.map((header) -> header.split("=", 2))
				.forEach((header) -> headers.add(header[0], header[1].getBytes(StandardCharsets.UTF_8)));
		}
		driver.createInputTopic(record.group(1), new ByteArraySerializer(), new ByteArraySerializer())
			.pipeInput(new TestRecord<>(bytes(record.group(2)), bytes(record.group(3)), headers, this.time));
	}

	private static void read(String topic, TopologyTestDriver driver, List<Outcome> outcomes) {
		TestOutputTopic<byte[], byte[]> output = driver.createOutputTopic(topic, new ByteArrayDeserializer(),
				new ByteArrayDeserializer());
		while (!output.isEmpty()) {
			outcomes.add(Outcome.of(topic, output.readRecord()));
		}
	}

	/**
	 * Takes each line that tells what happened as it is, and adds what no line tells.
	 */
	private static List<String> settle(List<String> expected, List<Outcome> outcomes) {
		List<String> told = new ArrayList<>();
		List<String> lines = new ArrayList<>(expected);
		for (Outcome outcome : outcomes) {
			String line = lines.isEmpty() ? null : lines.stream().filter(outcome::isToldBy).findFirst().orElse(null);
			if (line == null && outcome.text().equals("-> nothing") && expected.isEmpty()) {
				continue;
			}
			told.add((line != null) ? line : "    " + outcome.text());
			lines.remove(line);
		}
		return told;
	}

	private static double dropped(TopologyTestDriver driver) {
		return driver.metrics()
			.values()
			.stream()
			.filter((metric) -> metric.metricName().name().equals("dropped-records-total"))
			.mapToDouble((metric) -> (double) metric.metricValue())
			.sum();
	}

	private static String messages(Throwable failure) {
		List<String> messages = new ArrayList<>();
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			messages.add(String.valueOf(cause.getMessage()));
		}
		return String.join(" | ", messages);
	}

	private static long millis(String time) {
		Map<String, Long> parts = new LinkedHashMap<>();
		Matcher part = TIME.matcher(time);
		while (part.find()) {
			parts.put(part.group(), Long.parseLong(part.group(1)) * UNITS.get(part.group(2)));
		}
		if (!String.join("", parts.keySet()).equals(time)) {
			throw new IllegalArgumentException("Not a time: " + time);
		}
		return parts.values().stream().mapToLong(Long::longValue).sum();
	}

	private static byte @Nullable [] bytes(String literal) {
		if (literal.equals("null")) {
			return null;
		}
		return literal.matches("-?\\d+") ? new LongSerializer().serialize("", Long.valueOf(literal))
				: literal.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Something that happened.
	 *
	 * @param text all of it
	 * @param key what a line has to say about it at least
	 */
	private record Outcome(String text, String key) {

		static Outcome of(String topic, TestRecord<byte[], byte[]> record) {
			String key = "-> " + topic + " " + literal(record.key()) + ": " + literal(record.value());
			String headers = Arrays.stream(record.headers().toArray())
				.map((header) -> header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8))
				.collect(Collectors.joining(", "));
			Long timestamp = record.timestamp();
			return new Outcome(key + ((timestamp != null) ? " @" + time(timestamp) : "") + " {" + headers + "}", key);
		}

		/**
		 * Whether a line tells this. It has to say the key, and nothing that is not in
		 * the text.
		 */
		boolean isToldBy(String line) {
			String squeezed = line.strip().replaceAll("\\s+", " ");
			if (this.key.equals("-> fails: ")) {
				return squeezed.startsWith(this.key) && this.text.contains(squeezed.substring(this.key.length()));
			}
			return squeezed.equals(this.key) || this.text.equals(squeezed) || this.text.startsWith(squeezed + " {")
					|| this.text.replaceAll(" @\\w+ \\{", " {").equals(squeezed);
		}

		private static String literal(byte @Nullable [] bytes) {
			if (bytes == null) {
				return "null";
			}
			if (bytes.length == Long.BYTES && (bytes[0] == 0 || bytes[0] == -1)) {
				return Long.toString(ByteBuffer.wrap(bytes).getLong());
			}
			return new String(bytes, StandardCharsets.UTF_8);
		}

		private static String time(long millis) {
			StringBuilder time = new StringBuilder();
			long rest = millis;
			for (String unit : List.of("d", "h", "m", "s", "ms")) {
				long count = rest / UNITS.get(unit);
				rest -= count * UNITS.get(unit);
				if (count > 0) {
					time.append(count).append(unit);
				}
			}
			return time.isEmpty() ? "0s" : time.toString();
		}

	}

}
