package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.millrace.programs.ProgramInput;
import io.millrace.programs.ProgramRunner;
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

	/**
	 * Kafka Streams doesn't log that a row makes room, if rows have timestamps.
	 */
	private static final Set<String> UNLOGGED_DELETES = Set.of("tableCountOfFew");

	/**
	 * Of these Millrace asks for an answer to a change of a row even if the row that it
	 * refers to is gone, which shows in the instruction that is kept; Kafka Streams would
	 * leave a stale result if that row is deleted at the same time.
	 */
	private static final Set<String> MORE_ANSWERS = Set.of("tableForeignKeysIntoStore");

	private static final String SUBSCRIPTIONS = "-subscription-store-changelog";

	@TempDir
	static Path classes;

	@TempDir
	static Path state;

	private static final ProgramRunner millrace = new ProgramRun();

	private static ProgramRunner kafkaStreams;

	@BeforeAll
	static void compileTwins() throws Exception {
		kafkaStreams = ResultTests.twin(classes, PROGRAMS);
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
			List<ProgramInput> inputs = ResultTests.inputs(seed);
			// Without those that close all windows.
			inputs = inputs.subList(0, inputs.size() - 3);
			if (programs == JoinPrograms.class) {
				// Kafka Streams uses up numbers for them, and stores nothing.
				inputs = inputs.stream().filter((input) -> input.value() != null).toList();
			}
			Map<String, Map<String, String>> expected = kafkaStreams.changelogs(programs.getSimpleName(), program,
					inputs, ResultTests.settings("0", state));
			Map<String, Map<String, String>> actual = millrace.changelogs(programs.getSimpleName(), program, inputs,
					ResultTests.settings("0", state));
			if (LATE_WRITES.contains(program) || UNLOGGED_DELETES.contains(program)) {
				expected.forEach((topic, content) -> content.keySet().retainAll(actual.get(topic).keySet()));
			}
			if (MORE_ANSWERS.contains(program)) {
				Stream.of(expected, actual).forEach(ChangelogTests::askForAllAnswers);
			}
			assertThat(actual).as("seed %d", seed).isEqualTo(expected);
		}
	}

	/**
	 * Puts subscriptions that want an answer in any case in place of those that want it
	 * only if the row is there: the second byte tells.
	 */
	private static void askForAllAnswers(Map<String, Map<String, String>> changelogs) {
		changelogs.forEach((topic, content) -> {
			if (topic.endsWith(SUBSCRIPTIONS)) {
				content.replaceAll((key, value) -> value.startsWith("0103") ? "0102" + value.substring(4) : value);
			}
		});
	}

}
