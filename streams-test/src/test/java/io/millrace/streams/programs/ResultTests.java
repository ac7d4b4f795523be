package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.millrace.programs.ProgramInput;
import io.millrace.programs.ProgramOutput;
import io.millrace.programs.ProgramRunner;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs give the results that they give with Kafka Streams, record by record, for
 * random input with missing keys and values and unordered timestamps, with caches and
 * without. The one difference is on purpose: a delete of a row that a table doesn't hold
 * is not passed on.
 */
class ResultTests {

	private static final List<Class<?>> PROGRAMS = List.of(RunPrograms.class, WindowPrograms.class, TablePrograms.class,
			JoinPrograms.class, SuppressPrograms.class, EmitPrograms.class, CogroupPrograms.class,
			GlobalPrograms.class);

	/** Sessions and tables before a suppression are not held back here. */
	private static final Set<String> WITHOUT_CACHE = Set.of("tableSessionCount", "tableSessionReduceWithGrace",
			"tableSessionAggregate", "tableCogroupBySessions", "tableWithATimeLimit", "tableWithFewRecords",
			"tableWithFewBytes", "tableOfWindowsWithATimeLimit", "tableThatIsJoined");

	private static final int RUNS = 5;

	private static final int RECORDS = 80;

	private static final List<String> TOPICS = List.of("in", "in", "in", "t", "u");

	@TempDir
	static Path classes;

	@TempDir
	static Path state;

	private static final ProgramRunner millrace = new ProgramRun();

	private static ProgramRunner kafkaStreams;

	@BeforeAll
	static void compileTwins() throws Exception {
		kafkaStreams = twin(classes, PROGRAMS);
	}

	/**
	 * What runs programs with Kafka Streams.
	 */
	static ProgramRunner twin(Path classes, List<Class<?>> programs) throws Exception {
		return (ProgramRunner) KafkaStreamsTwin.of(classes, ProgramRun.class, programs.toArray(Class<?>[]::new))
			.getConstructor()
			.newInstance();
	}

	static Stream<Arguments> programs() {
		return PROGRAMS.stream()
			.flatMap((programs) -> Arrays.stream(programs.getDeclaredMethods()))
			.filter((method) -> Modifier.isPublic(method.getModifiers()))
			.sorted(Comparator.comparing(Method::getName))
			.flatMap((method) -> Stream.of("0", "33554432")
				.filter((cache) -> cache.equals("0") || !WITHOUT_CACHE.contains(method.getName()))
				.map((cache) -> Arguments.of(method.getDeclaringClass(), method.getName(), cache)));
	}

	@ParameterizedTest
	@MethodSource("programs")
	void givesWhatKafkaStreamsGives(Class<?> programs, String program, String cache) throws Exception {
		for (int seed = 0; seed < RUNS; seed++) {
			List<ProgramInput> inputs = inputs(seed);
			List<ProgramOutput> expected = kafkaStreams.results(programs.getSimpleName(), program, inputs,
					settings(cache, state));
			List<ProgramOutput> actual = millrace.results(programs.getSimpleName(), program, inputs,
					settings(cache, state));
			if (!cache.equals("0")) {
				expected = withoutTimesOfDeletes(expected);
				actual = withoutTimesOfDeletes(actual);
			}
			if (program.startsWith("table")) {
				expected = withoutIdleDeletes(expected);
				assertThat(withoutIdleDeletes(actual)).isEqualTo(actual);
			}
			if (program.startsWith("settled")) {
				expected = settled(expected);
				actual = settled(actual);
			}
			if (program.startsWith("lossy")) {
				assertThat(actual).as("seed %d, input %s", seed, inputs).containsSubsequence(expected);
			}
			else if (program.startsWith("eventual")) {
				assertThat(actual).as("seed %d, input %s", seed, inputs).containsExactlyInAnyOrderElementsOf(expected);
			}
			else {
				assertThat(actual).as("seed %d, input %s", seed, inputs).isEqualTo(expected);
			}
			assertThat(actual).as("seed %d", seed).isNotEmpty();
		}
	}

	static List<ProgramInput> inputs(int seed) {
		Random random = new Random(seed);
		List<ProgramInput> inputs = new ArrayList<>();
		for (int index = 0; index < RECORDS; index++) {
			inputs.add(new ProgramInput(TOPICS.get(random.nextInt(TOPICS.size())),
					pick(random, "a", "b", "c", "a", "b", null), pick(random, "a1", "a2", "b1", "b2", "c1", "c2", null),
					index + random.nextInt(30)));
		}
		// Closes all windows.
		inputs.add(new ProgramInput("in", "c", "c1", 10_000));
		inputs.add(new ProgramInput("t", "c", "c2", 20_000));
		inputs.add(new ProgramInput("in", "c", "c3", 30_000));
		return inputs;
	}

	private static @Nullable String pick(Random random, @Nullable String... choices) {
		return choices[random.nextInt(choices.length)];
	}

	static Properties settings(String cache, Path state) {
		Properties settings = new Properties();
		settings.put("application.id", "app");
		settings.put("bootstrap.servers", "none:1");
		settings.put("state.dir", state.toString());
		settings.put("default.key.serde", Serdes.StringSerde.class.getName());
		settings.put("default.value.serde", Serdes.StringSerde.class.getName());
		settings.put("statestore.cache.max.bytes", cache);
		return settings;
	}

	/**
	 * A delete has the row's time. From Kafka Streams' cache it comes with the time of
	 * the record that brought it about, which may be lower.
	 */
	private static List<ProgramOutput> withoutTimesOfDeletes(List<ProgramOutput> outputs) {
		return outputs.stream()
			.map((output) -> (output.value() != null) ? output : new ProgramOutput(output.key(), null, -1))
			.toList();
	}

	private static List<ProgramOutput> withoutIdleDeletes(List<ProgramOutput> outputs) {
		Set<String> rows = new HashSet<>();
		List<ProgramOutput> kept = new ArrayList<>();
		for (ProgramOutput output : outputs) {
			if (output.value() != null) {
				rows.add(output.key());
				kept.add(output);
			}
			else if (rows.remove(output.key())) {
				kept.add(output);
			}
		}
		return kept;
	}

	/**
	 * Leaves out what repeats the value that a row has: where a delete of what wasn't
	 * there brings a join about, its result comes again.
	 */
	private static List<ProgramOutput> settled(List<ProgramOutput> outputs) {
		Map<String, String> rows = new HashMap<>();
		return outputs.stream()
			.filter((output) -> !Objects.equals(rows.put(output.key(), output.value()), output.value()))
			.toList();
	}

}
