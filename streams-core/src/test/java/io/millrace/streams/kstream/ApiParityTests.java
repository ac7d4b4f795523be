package io.millrace.streams.kstream;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.streams.StreamsBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * What the DSL offers, Kafka Streams offers with the same signature, so that an
 * application moves over by its imports. The other way round isn't demanded: there is
 * more to come.
 */
class ApiParityTests {

	/**
	 * The signatures are those of one version; built against another there is nothing to
	 * compare.
	 */
	private static final String VERSION = "4.4.";

	private static final String INNER = "org.apache.kafka.common.serialization.Serializer<T> io.millrace.streams.kstream.";

	private static final String SILENCE = "closeAfterSilence(java.time.Duration)";

	private static final String HANDLER = "io.millrace.streams.kstream.LateRecordHandler";

	private static final String JOINED = "io.millrace.streams.kstream.StreamJoined";

	private static final String LATE = "onLate(" + HANDLER + "<? super K, ? super V>)";

	private static final String LATE_OF_ANY = "onLate(" + HANDLER + "<? super K, java.lang.Object>)";

	private static final Set<String> OUR_OWN = Set.of(
			"public io.millrace.streams.StreamsBuilder(io.millrace.streams.StreamsConfig)",
			"public default " + INNER + "internals.WindowedSerializer.inner()",
			"public " + INNER + "TimeWindowedSerializer.inner()",
			"public " + INNER + "SessionWindowedSerializer.inner()", addition("TimeWindowedKStream", SILENCE),
			addition("TimeWindowedKStream", LATE), addition("SessionWindowedKStream", SILENCE),
			addition("SessionWindowedKStream", LATE), addition("TimeWindowedCogroupedKStream", LATE_OF_ANY),
			addition("SessionWindowedCogroupedKStream", LATE_OF_ANY), setting("Joined", "K, VLeft, VRight", "VLeft"),
			handler("protected final", "Joined", "VLeft"), setting("Materialized", "K, V, S", "V"),
			handler("protected", "Materialized", "V"),
			"public " + JOINED + "<K, V1, V2> " + JOINED + ".onLate(" + HANDLER + "<? super K, ? super V1>," + HANDLER
					+ "<? super K, ? super V2>)",
			"protected " + HANDLER + "<? super K, ? super V1> " + JOINED + ".thisLateHandler",
			"protected " + HANDLER + "<? super K, ? super V2> " + JOINED + ".otherLateHandler");

	private static final Set<String> OUR_OWN_TYPES = Set.of("LateRecord", "LateRecordHandler");

	private static String addition(String type, String method) {
		String name = "io.millrace.streams.kstream." + type;
		return "public abstract " + name + "<K, V> " + name + "." + method;
	}

	private static String setting(String type, String parameters, String value) {
		String name = "io.millrace.streams.kstream." + type;
		return "public " + name + "<" + parameters + "> " + name + ".onLate(" + HANDLER + "<? super K, ? super " + value
				+ ">)";
	}

	private static String handler(String modifiers, String type, String value) {
		return modifiers + " " + HANDLER + "<? super K, ? super " + value + "> io.millrace.streams.kstream." + type
				+ ".lateHandler";
	}

	static Stream<Class<?>> types() {
		Stream<Class<?>> dsl = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("io.millrace.streams.kstream")
			.stream()
			.filter((type) -> type.getModifiers().contains(JavaModifier.PUBLIC))
			.filter((type) -> !OUR_OWN_TYPES.contains(type.getSimpleName()))
			.sorted(Comparator.comparing(JavaClass::getName))
			.map(JavaClass::reflect);
		return Stream.concat(Stream.of(StreamsBuilder.class), dsl);
	}

	@ParameterizedTest
	@MethodSource("types")
	void hasTheSameSignatures(Class<?> type) throws ClassNotFoundException {
		assumeThat(System.getProperty("kafka.version", VERSION)).as("version of Kafka Streams to compare with")
			.startsWith(VERSION);
		Class<?> other = Class.forName(type.getName().replace("io.millrace.streams", "org.apache.kafka.streams"));
		Set<String> own = signatures(type);
		own.removeAll(OUR_OWN);
		Set<String> theirs = new TreeSet<>();
		signatures(other)
			.forEach((signature) -> theirs.add(signature.replace("org.apache.kafka.streams", "io.millrace.streams")));
		assertThat(theirs).containsAll(own);
	}

	/**
	 * What users see of a type, which has as its own what it inherits from types that
	 * they don't see.
	 */
	private static Set<String> signatures(Class<?> type) {
		Set<String> signatures = new TreeSet<>();
		for (Class<?> each = type; each != null
				&& (each == type || !Modifier.isPublic(each.getModifiers())); each = each.getSuperclass()) {
			String owner = each.getName();
			signatures(each, signatures, (signature) -> signature.replace(owner + ".", type.getName() + "."));
		}
		return signatures;
	}

	private static void signatures(Class<?> type, Set<String> signatures, UnaryOperator<String> named) {
		Arrays.stream(type.getDeclaredMethods())
			.filter(ApiParityTests::visible)
			.filter((method) -> !method.isSynthetic())
			.map(Method::toGenericString)
			.forEach((signature) -> signatures.add(named.apply(signature.replace("synchronized ", ""))));
		Arrays.stream(type.getDeclaredConstructors())
			.filter(ApiParityTests::visible)
			.map(Constructor::toGenericString)
			.forEach(signatures::add);
		Arrays.stream(type.getDeclaredFields())
			.filter(ApiParityTests::visible)
			.map(Field::toGenericString)
			.forEach(signatures::add);
	}

	private static boolean visible(Member member) {
		return Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
	}

}
