package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

import io.millrace.streams.StreamsBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Topologies are described as Kafka Streams describes those of the same programs:
 * operators, stores and internal topics have the same names, and hang together the same
 * way.
 */
class NamingTests {

	@TempDir
	static Path classes;

	private static Class<?> twin;

	@BeforeAll
	static void compileTwin() throws Exception {
		twin = KafkaStreamsTwin.of(NamedPrograms.class, classes);
	}

	static Stream<String> programs() {
		return Arrays.stream(NamedPrograms.class.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			.sorted(Comparator.comparing(Method::getName))
			.map(Method::getName);
	}

	@ParameterizedTest
	@MethodSource("programs")
	void describesAsKafkaStreamsDoes(String program) throws Exception {
		StreamsBuilder builder = new StreamsBuilder();
		NamedPrograms.class.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		org.apache.kafka.streams.StreamsBuilder other = new org.apache.kafka.streams.StreamsBuilder();
		twin.getMethod(program, org.apache.kafka.streams.StreamsBuilder.class).invoke(null, other);
		assertThat(builder.build().describe().toString()).isEqualTo(other.build().describe().toString());
	}

}
