package io.millrace.docs;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Holds the list of what is not available yet in
 * {@code docs/migrating-from-kafka-streams.md} to the facts: it names each public type of
 * Kafka Streams that is neither deprecated nor here, and nothing else.
 */
class MigrationPageTests {

	/**
	 * The page is about one version; built against another there is nothing to compare.
	 */
	private static final String VERSION = "4.4.";

	private static final String KAFKA_STREAMS = "org.apache.kafka.streams.";

	private static final Pattern PUBLIC_TYPE = Pattern
		.compile("org/apache/kafka/streams/((kstream|processor|processor/api|state|errors|query)/)?(\\w+)\\.class");

	private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)`");

	@Test
	void namesWhatIsNotAvailable() throws Exception {
		assumeThat(System.getProperty("kafka.version", VERSION)).as("version of Kafka Streams to compare with")
			.startsWith(VERSION);
		String page = Documentation.text(Documentation.PROJECT.resolve("docs/migrating-from-kafka-streams.md"));
		String list = page.substring(page.indexOf("## Not yet available"));
		assertThat(TYPE.matcher(list).results().map((type) -> type.group(1))).doesNotHaveDuplicates()
			.containsExactlyInAnyOrderElementsOf(missingTypes());
	}

	private static Set<String> missingTypes() throws Exception {
		Set<String> missing = new TreeSet<>();
		for (String name : publicTypes()) {
			if (!exists(name.replace(KAFKA_STREAMS, "io.millrace.streams."))) {
				missing.add(name.substring(name.lastIndexOf('.') + 1));
			}
		}
		return missing;
	}

	private static List<String> publicTypes() throws Exception {
		Class<?> anchor = Class.forName(KAFKA_STREAMS + "KafkaStreams", false, loader());
		Path jar = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
		try (JarFile file = new JarFile(jar.toFile())) {
			return file.stream()
				.map((entry) -> entry.getName())
				.filter((name) -> PUBLIC_TYPE.matcher(name).matches() && !name.endsWith("package-info.class"))
				.map((name) -> name.replace('/', '.').replace(".class", ""))
				.filter(MigrationPageTests::isPublic)
				.collect(Collectors.toList());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean isPublic(String name) {
		try {
			Class<?> type = Class.forName(name, false, loader());
			return Modifier.isPublic(type.getModifiers()) && !type.isAnnotationPresent(Deprecated.class);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean exists(String name) {
		try {
			Class.forName(name, false, loader());
			return true;
		}
		catch (ClassNotFoundException ex) {
			return false;
		}
	}

	private static ClassLoader loader() {
		return MigrationPageTests.class.getClassLoader();
	}

}
