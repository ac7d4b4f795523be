package io.millrace.streams.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The machine that a report is from, and what runs on it.
 */
public final class Machine {

	private static final String LOAD = "load before the start";

	private Machine() {
	}

	public static Map<String, String> describe() throws IOException {
		Map<String, String> machine = new LinkedHashMap<>();
		machine.put("CPU", value(Path.of("/proc/cpuinfo"), "model name"));
		machine.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
		machine.put("memory", value(Path.of("/proc/meminfo"), "MemTotal"));
		machine.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
		machine.put("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
		machine.put("Kafka clients and broker", version("/kafka/kafka-version.properties"));
		machine.put("Kafka Streams", version("/kafka/kafka-streams-version.properties"));
		machine.put(LOAD, loadAverage());
		return machine;
	}

	/**
	 * Whether two descriptions are of one machine with the same software.
	 */
	public static boolean isSame(Map<String, String> one, Map<String, String> other) {
		Map<String, String> first = new LinkedHashMap<>(one);
		Map<String, String> second = new LinkedHashMap<>(other);
		first.remove(LOAD);
		second.remove(LOAD);
		return first.equals(second);
	}

	private static String value(Path file, String name) throws IOException {
		for (String line : Files.readAllLines(file)) {
			if (line.startsWith(name)) {
				return line.substring(line.indexOf(':') + 1).trim();
			}
		}
		return "unknown";
	}

	private static String version(String resource) throws IOException {
		Properties properties = new Properties();
		try (InputStream in = Machine.class.getResourceAsStream(resource)) {
			if (in != null) {
				properties.load(in);
			}
		}
		return properties.getProperty("version", "unknown");
	}

	private static String loadAverage() throws IOException {
		return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
	}

}
