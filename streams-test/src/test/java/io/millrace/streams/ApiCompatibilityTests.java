package io.millrace.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Holds the public API, that for tests included, to the names and signatures of Kafka
 * Streams, so that an application moves over by its imports. What is not there yet, or
 * never will be, is listed in {@code missing-api.txt}, each with its reason in a comment;
 * what is listed but there is an error too.
 */
class ApiCompatibilityTests {

	private static final String THEIRS = "org.apache.kafka.streams";

	private static final String OURS = "io.millrace.streams";

	private static final List<String> PACKAGES = List.of("", ".kstream", ".processor", ".processor.api", ".state",
			".errors", ".query", ".test");

	/**
	 * The names are those of one version; built against another there is nothing to
	 * compare.
	 */
	private static final String VERSION = "4.4.";

	@Test
	void namesAndSignaturesAreThoseOfKafkaStreams() {
		assumeThat(System.getProperty("kafka.version", VERSION)).as("version of Kafka Streams to compare with")
			.startsWith(VERSION);
		Set<String> missing = new TreeSet<>();
		for (Class<?> theirs : theirTypes()) {
			compare(theirs, missing);
		}
		assertThat(String.join("\n", missing)).isEqualTo(String.join("\n", listed()));
	}

	private static void compare(Class<?> theirs, Set<String> missing) {
		String name = theirs.getName().substring(THEIRS.length() + 1);
		Class<?> ours;
		try {
			ours = Class.forName(OURS + "." + name);
		}
		catch (ClassNotFoundException ex) {
			missing.add(name);
			return;
		}
		Set<String> members = members(ours, ours).map(ApiCompatibilityTests::ours).collect(Collectors.toSet());
		members(theirs, theirs).map(ApiCompatibilityTests::theirs)
			.filter((member) -> !members.contains(member))
			.forEach((member) -> missing.add(name + " " + member));
		assertThat(ours.isInterface()).as(name).isEqualTo(theirs.isInterface());
		assertThat(Modifier.isFinal(ours.getModifiers())).as("final " + name)
			.isEqualTo(Modifier.isFinal(theirs.getModifiers()));
	}

	private static Stream<Member> members(Class<?> type, Class<?> root) {
		if (type == null || type.getPackageName().startsWith("java.")
				|| type.getPackageName().startsWith("org.apache.kafka.common")) {
			return Stream.empty();
		}
		Stream<Member> own = Stream
			.<Member[]>of(type.getDeclaredMethods(), type.getDeclaredFields(),
					(type == root) ? type.getDeclaredConstructors() : new Member[0])
			.flatMap(Arrays::stream)
			.filter(ApiCompatibilityTests::isApi);
		return Stream
			.of(own, members(type.getSuperclass(), root),
					Arrays.stream(type.getInterfaces()).flatMap((parent) -> members(parent, root)))
			.flatMap((members) -> members);
	}

	private static boolean isApi(Member member) {
		boolean visible = Modifier.isPublic(member.getModifiers());
		boolean deprecated = ((java.lang.reflect.AnnotatedElement) member).isAnnotationPresent(Deprecated.class);
		String name = member.getName();
		return visible && !deprecated && !member.isSynthetic()
				&& !(member instanceof Field && (name.endsWith("_DOC") || name.startsWith("UPGRADE_FROM_")))
				&& !(name.equals("toString") || name.equals("main"));
	}

	private static String ours(Member member) {
		return signature(member).replace(OURS, "").replace("java.lang.", "").replace("java.util.", "");
	}

	private static String theirs(Member member) {
		return signature(member).replace(THEIRS, "")
			.replace(".state.internals.StateStoreProvider", ".state.StateStoreProvider")
			.replace("java.lang.", "")
			.replace("java.util.", "");
	}

	private static String signature(Member member) {
		String prefix = Modifier.isStatic(member.getModifiers()) ? "static " : "";
		if (member instanceof Field field) {
			return prefix + field.getGenericType().getTypeName() + " " + field.getName() + value(field);
		}
		Executable executable = (Executable) member;
		String parameters = Arrays.stream(executable.getGenericParameterTypes())
			.map(Type::getTypeName)
			.collect(Collectors.joining(", ", "(", ")"));
		if (executable instanceof Constructor) {
			return "new" + parameters;
		}
		Method method = (Method) executable;
		return prefix + method.getGenericReturnType().getTypeName() + " " + method.getName() + parameters;
	}

	private static String value(Field field) {
		boolean constant = Modifier.isStatic(field.getModifiers()) && field.getType() == String.class;
		try {
			return constant ? " = " + field.get(null) : "";
		}
		catch (IllegalAccessException ex) {
			return "";
		}
	}

	private static List<Class<?>> theirTypes() {
		List<Class<?>> types = new ArrayList<>();
		addTypes(org.apache.kafka.streams.KafkaStreams.class, types);
		addTypes(org.apache.kafka.streams.TopologyTestDriver.class, types);
		return types;
	}

	/**
	 * Adds the types of the jar that a class is in.
	 */
	private static void addTypes(Class<?> known, List<Class<?>> types) {
		try (JarFile jar = new JarFile(known.getProtectionDomain().getCodeSource().getLocation().getPath())) {
			for (String entry : jar.stream().map((file) -> file.getName()).sorted().toList()) {
				String name = entry.replace('/', '.').replaceFirst("\\.class$", "");
				int end = name.lastIndexOf('.');
				if (entry.endsWith(".class") && name.startsWith(THEIRS)
						&& PACKAGES.contains(name.substring(THEIRS.length(), Math.max(THEIRS.length(), end)))) {
					addIfApi(name, types);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void addIfApi(String name, List<Class<?>> types) {
		try {
			Class<?> type = Class.forName(name, false, ApiCompatibilityTests.class.getClassLoader());
			boolean visible = true;
			for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
				visible &= Modifier.isPublic(each.getModifiers()) && !each.isAnnotationPresent(Deprecated.class);
			}
			if (visible && !type.isAnonymousClass()) {
				types.add(type);
			}
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Set<String> listed() {
		try (InputStream input = ApiCompatibilityTests.class.getResourceAsStream("missing-api.txt")) {
			return new String(input.readAllBytes(), StandardCharsets.UTF_8).lines()
				.map(String::strip)
				.filter((line) -> !line.isEmpty() && !line.startsWith("#"))
				.collect(Collectors.toCollection(TreeSet::new));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
