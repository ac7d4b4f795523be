package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.millrace.streams.StreamsBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Topologies are described as Kafka Streams describes those of the same programs:
 * operators, stores and internal topics have the same names, and hang together the same
 * way.
 */
class NamingTests {

	private static final List<Class<?>> PROGRAMS = List.of(NamedPrograms.class, NamedWindowPrograms.class,
			NamedTablePrograms.class, NamedJoinPrograms.class, NamedSuppressPrograms.class, NamedCogroupPrograms.class,
			NamedGlobalPrograms.class);

	@TempDir
	static Path classes;

	private static final Map<Class<?>, Class<?>> twins = new HashMap<>();

	@BeforeAll
	static void compileTwins() throws Exception {
		for (Class<?> programs : PROGRAMS) {
			twins.put(programs, KafkaStreamsTwin.of(classes, programs));
		}
	}

	static Stream<Arguments> programs() {
		return PROGRAMS.stream()
			.flatMap((programs) -> Arrays.stream(programs.getDeclaredMethods()))
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			.sorted(Comparator.comparing(Method::getName))
			.map((method) -> Arguments.of(method.getDeclaringClass(), method.getName()));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void describesAsKafkaStreamsDoes(Class<?> programs, String program) throws Exception {
		StreamsBuilder builder = new StreamsBuilder();
		programs.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		org.apache.kafka.streams.StreamsBuilder other = new org.apache.kafka.streams.StreamsBuilder();
		twins.get(programs).getMethod(program, org.apache.kafka.streams.StreamsBuilder.class).invoke(null, other);
		assertThat(builder.build().describe().toString()).isEqualTo(other.build().describe().toString());
	}

}
