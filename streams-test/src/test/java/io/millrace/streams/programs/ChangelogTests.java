package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.millrace.streams.StreamsBuilder;
import io.millrace.streams.TestInputTopic;
import io.millrace.streams.Topology;
import io.millrace.streams.TopologyTestDriver;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changelog topics hold what they hold with Kafka Streams, byte for byte: the last value
 * of each key, with its headers.
 */
class ChangelogTests {

	private static final List<Class<?>> PROGRAMS = List.of(RunPrograms.class, WindowPrograms.class, JoinPrograms.class,
			SuppressPrograms.class, EmitPrograms.class, CogroupPrograms.class, TablePrograms.class);

	/** These have a store that Kafka Streams does without. */
	private static final Set<String> OTHER_STORES = Set.of("tableFilteredWithoutStore");

	/** Kafka Streams logs what its store refuses, since it has expired. */
	private static final Set<String> LATE_WRITES = Set.of("innerJoin", "innerJoinAfterOnly", "innerJoinByNewKey",
			"innerJoinWithItself", "innerJoinWithKey", "leftJoinWithoutKeys");

	@TempDir
	static Path classes;

	@TempDir
	static Path state;

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
			// Kafka Streams gives results without a match late, and loses final results.
			.filter((method) -> !method.getName().startsWith("eventual") && !method.getName().startsWith("lossy"))
			.filter((method) -> !OTHER_STORES.contains(method.getName()))
			.sorted(Comparator.comparing(Method::getName))
			.map((method) -> Arguments.of(method.getDeclaringClass(), method.getName()));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void holdWhatTheyHoldWithKafkaStreams(Class<?> programs, String program) throws Exception {
		for (int seed = 0; seed < 3; seed++) {
			List<ResultTests.Input> inputs = ResultTests.inputs(seed);
			// Without those that close all windows.
			inputs = inputs.subList(0, inputs.size() - 3);
			if (programs == JoinPrograms.class) {
				// Kafka Streams uses up numbers for them, and stores nothing.
				inputs = inputs.stream().filter((input) -> input.value() != null).toList();
			}
			Map<String, Map<String, String>> expected = runWithKafkaStreams(programs, program, inputs);
			Map<String, Map<String, String>> actual = run(programs, program, inputs);
			if (LATE_WRITES.contains(program)) {
				expected.forEach((topic, content) -> content.keySet().retainAll(actual.get(topic).keySet()));
			}
			assertThat(actual).as("seed %d", seed).isEqualTo(expected);
		}
	}

	private static Map<String, Map<String, String>> run(Class<?> programs, String program,
			List<ResultTests.Input> inputs) throws Exception {
		StreamsBuilder builder = new StreamsBuilder();
		programs.getMethod(program, StreamsBuilder.class).invoke(null, builder);
		Topology topology = builder.build();
		String description = topology.describe().toString();
		Map<String, Map<String, String>> changelogs = new TreeMap<>();
		try (TopologyTestDriver driver = new TopologyTestDriver(topology, ResultTests.settings("0", state))) {
			for (ResultTests.Input input : inputs) {
				if (ResultTests.reads(description, input)) {
					TestInputTopic<@Nullable String, @Nullable String> in = driver.createInputTopic(input.topic(),
							new StringSerializer(), new StringSerializer());
					in.pipeInput(input.key(), input.value(), input.timestamp());
				}
			}
			for (String topic : changelogs(driver.producedTopicNames())) {
				driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
					.readRecordsToList()
					.forEach((record) -> put(changelogs, topic, record.key(), record.value(), record.headers()));
			}
		}
		return changelogs;
	}

	private static Map<String, Map<String, String>> runWithKafkaStreams(Class<?> programs, String program,
			List<ResultTests.Input> inputs) throws Exception {
		org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
		twins.get(programs).getMethod(program, org.apache.kafka.streams.StreamsBuilder.class).invoke(null, builder);
		org.apache.kafka.streams.Topology topology = builder.build();
		String description = topology.describe().toString();
		Properties settings = ResultTests.settings("0", state);
		settings.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", 0L);
		settings.put("__emit.interval.ms.kstreams.windowed.aggregation__", 0L);
		Map<String, Map<String, String>> changelogs = new TreeMap<>();
		try (org.apache.kafka.streams.TopologyTestDriver driver = new org.apache.kafka.streams.TopologyTestDriver(
				topology, settings)) {
			for (ResultTests.Input input : inputs) {
				if (ResultTests.reads(description, input)) {
					driver.createInputTopic(input.topic(), new StringSerializer(), new StringSerializer())
						.pipeInput(input.key(), input.value(), input.timestamp());
				}
			}
			for (String topic : changelogs(driver.producedTopicNames())) {
				driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
					.readRecordsToList()
					.forEach((record) -> put(changelogs, topic, record.key(), record.value(), record.headers()));
			}
		}
		return changelogs;
	}

	private static Set<String> changelogs(Set<String> topics) {
		return topics.stream().filter((topic) -> topic.endsWith("-changelog")).collect(Collectors.toSet());
	}

	private static void put(Map<String, Map<String, String>> changelogs, String topic, byte[] key,
			byte @Nullable [] value, Headers headers) {
		Map<String, String> changelog = changelogs.computeIfAbsent(topic, (name) -> new TreeMap<>());
		HexFormat hex = HexFormat.of();
		if (value == null) {
			changelog.remove(hex.formatHex(key));
			return;
		}
		StringBuilder text = new StringBuilder(hex.formatHex(value));
		for (Header header : headers) {
			text.append(' ').append(header.key()).append('=').append(hex.formatHex(header.value()));
		}
		changelog.put(hex.formatHex(key), text.toString());
	}

}
