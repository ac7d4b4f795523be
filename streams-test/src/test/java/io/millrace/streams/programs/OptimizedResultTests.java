package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import io.millrace.programs.ProgramInput;
import io.millrace.programs.ProgramOutput;
import io.millrace.programs.ProgramRunner;
import io.millrace.streams.StreamsConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * With optimisations and without, programs give what Kafka Streams gives without. With
 * them, that joins each record with itself, whatever the window, and moves repartition
 * topics to where values have another type.
 */
class OptimizedResultTests {

	private static final int RUNS = 5;

	@TempDir
	static Path classes;

	@TempDir
	static Path state;

	private static final ProgramRunner millrace = new ProgramRun();

	private static ProgramRunner kafkaStreams;

	@BeforeAll
	static void compileTwins() throws Exception {
		kafkaStreams = ResultTests.twin(classes, List.of(OptimizedPrograms.class));
	}

	static Stream<String> programs() {
		return Arrays.stream(OptimizedPrograms.class.getDeclaredMethods())
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			.map(Method::getName)
			.sorted();
	}

	private static List<ProgramOutput> results(ProgramRunner runner, String program, List<ProgramInput> inputs,
			String optimization) throws Exception {
		Properties settings = ResultTests.settings("0", state);
		settings.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, optimization);
		return runner.results("OptimizedPrograms", program, inputs, settings);
	}

	@ParameterizedTest
	@MethodSource("programs")
	void optimisationsChangeNoResults(String program) throws Exception {
		for (int seed = 0; seed < RUNS; seed++) {
			List<ProgramInput> inputs = ResultTests.inputs(seed);
			List<ProgramOutput> expected = results(kafkaStreams, program, inputs, StreamsConfig.NO_OPTIMIZATION);
			assertThat(expected).as("seed %d", seed).isNotEmpty();
			assertThat(results(millrace, program, inputs, StreamsConfig.NO_OPTIMIZATION)).as("seed %d", seed)
				.isEqualTo(expected);
			assertThat(results(millrace, program, inputs, StreamsConfig.OPTIMIZE)).as("seed %d, optimised", seed)
				.isEqualTo(expected);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "joinWithThoseBefore", "joinWithThoseAfter" })
	void kafkaStreamsJoinsEachRecordWithItself(String program) throws Exception {
		List<ProgramInput> one = List.of(new ProgramInput("in", "a", "a1", 5));
		assertThat(results(kafkaStreams, program, one, StreamsConfig.NO_OPTIMIZATION)).isEmpty();
		assertThat(results(kafkaStreams, program, one, StreamsConfig.OPTIMIZE))
			.containsExactly(new ProgramOutput("a", "a1a1", 5));
		assertThat(results(millrace, program, one, StreamsConfig.OPTIMIZE)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "numbersOfAGlobalJoin", "numbersOfAProcessor", "numbersOfAValueProcessor" })
	void kafkaStreamsFailsWhereTheTypeOfValuesChanges(String program) {
		List<ProgramInput> one = List.of(new ProgramInput("in", "a", "a1", 5));
		assertThatException().isThrownBy(() -> results(kafkaStreams, program, one, StreamsConfig.OPTIMIZE))
			.withStackTraceContaining(ClassCastException.class.getName());
	}

}
