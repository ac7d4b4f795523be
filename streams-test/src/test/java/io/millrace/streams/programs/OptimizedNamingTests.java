package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * With optimisations, topologies are described as Kafka Streams describes those of the
 * same programs with the same setting.
 */
class OptimizedNamingTests {

	private static final List<Class<?>> PROGRAMS = List.of(NamedOptimizedPrograms.class, NamedPrograms.class,
			NamedWindowPrograms.class, NamedTablePrograms.class, NamedJoinPrograms.class, NamedSuppressPrograms.class,
			NamedCogroupPrograms.class, NamedGlobalPrograms.class);

	private static final List<String> SETTINGS = List.of(StreamsConfig.OPTIMIZE, StreamsConfig.MERGE_REPARTITION_TOPICS,
			StreamsConfig.SINGLE_STORE_SELF_JOIN,
			StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS + "," + StreamsConfig.SINGLE_STORE_SELF_JOIN);

	/**
	 * Kafka Streams moves repartition topics before joins with global tables, though what
	 * is joined may be of another type than what comes.
	 */
	private static final String BEHIND_GLOBAL_JOIN = "joinsOfOtherKeys";

	/**
	 * Kafka Streams can't build these: several repartition topics follow an operator that
	 * follows the change of keys.
	 */
	private static final Set<String> ONLY_HERE = Set.of("severalBehindOneFilter", "severalBranches");

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
			.flatMap((method) -> SETTINGS.stream()
				.map((setting) -> Arguments.of(method.getDeclaringClass(), method.getName(), setting)));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void describesAsKafkaStreamsDoes(Class<?> programs, String program, String setting) throws Exception {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, setting);
		StreamsBuilder builder = new StreamsBuilder();
		programs.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		String described = builder.build(settings).describe().toString();
		// What is built again is built the same way.
		assertThat(builder.build(settings).describe()).hasToString(described);
		// Processors may change what they are given.
		settings.put("__enable.process.processValue.fix__", true);
		org.apache.kafka.streams.StreamsBuilder other = new org.apache.kafka.streams.StreamsBuilder(
				new TopologyConfig(new org.apache.kafka.streams.StreamsConfig(settings)));
		twins.get(programs).getMethod(program, org.apache.kafka.streams.StreamsBuilder.class).invoke(null, other);
		if (!setting.contains("self") && ONLY_HERE.contains(program)) {
			assertThat(described).containsOnlyOnce("-repartition-sink (topic:");
			assertThatException().isThrownBy(() -> other.build(settings)).withMessageContaining("keyChangingChild");
		}
		else if (program.equals(BEHIND_GLOBAL_JOIN)) {
			assertThat(described).isEqualTo(other.build().describe().toString());
		}
		else {
			assertThat(described).isEqualTo(other.build(settings).describe().toString());
		}
	}

}
