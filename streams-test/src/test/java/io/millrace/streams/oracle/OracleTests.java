package io.millrace.streams.oracle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import io.millrace.oracle.Comparison;
import io.millrace.oracle.Pair;
import io.millrace.oracle.PairGenerator;
import io.millrace.oracle.PlanRun;
import io.millrace.streams.StreamsConfig;
import io.millrace.streams.programs.KafkaStreamsTwin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Random programs with random input have the outcome that they have with Kafka Streams:
 * description, outputs, stores and number of dropped records. The system property
 * {@code millrace.oracle.pairs} says how many, {@code millrace.seed} where to start: the
 * seeds of pairs are successive. A pair that differs is printed as small as it gets;
 * {@code kept-pairs.txt} has those that once differed.
 */
class OracleTests {

	private static final int PAIRS = Integer.getInteger("millrace.oracle.pairs", 1000);

	/** A build goes through the same pairs each time, a longer run through others. */
	private static final long SEED = Long.getLong("millrace.seed",
			(PAIRS > 1000) ? System.nanoTime() % 1_000_000_000 : 1);

	private static final int SHOWN = Integer.getInteger("millrace.oracle.shown", 8);

	@TempDir
	static Path classes;

	private static Comparison comparison;

	private static Comparison optimized;

	@BeforeAll
	static void compileTwins() throws Exception {
		Class<?> twin = KafkaStreamsTwin.of(classes, PlannedRun.class, PlannedTopology.class, PlannedWindows.class);
		comparison = new Comparison(new PlannedRun(), (PlanRun) twin.getConstructor().newInstance());
		optimized = Comparison.optimized(new PlannedRun(StreamsConfig.OPTIMIZE),
				(PlanRun) twin.getConstructor(String.class).newInstance(StreamsConfig.OPTIMIZE));
	}

	@Test
	void randomPairsDoNotDiffer() {
		assertNoDifference(comparison);
	}

	@Test
	void randomPairsWithOptimisationsDoNotDiffer() {
		assertNoDifference(optimized);
	}

	private static void assertNoDifference(Comparison comparison) {
		System.out.println("millrace.seed=" + SEED);
		StringBuilder found = new StringBuilder();
		int differing = 0;
		for (long seed = SEED; seed < SEED + PAIRS; seed++) {
			Pair pair = PairGenerator.pair(seed);
			if (comparison.difference(pair) != null) {
				differing++;
				if (differing <= SHOWN) {
					Pair smallest = comparison.shrink(pair);
					found.append("seed ")
						.append(seed)
						.append('\n')
						.append(smallest)
						.append('\n')
						.append(comparison.difference(smallest))
						.append('\n');
				}
			}
		}
		if (differing > 0) {
			fail(differing + " of " + PAIRS + " pairs differ, from seed " + SEED + ", such as\n" + found);
		}
	}

	static List<String> kept() throws IOException {
		try (InputStream input = OracleTests.class.getResourceAsStream("kept-pairs.txt")) {
			return new String(input.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.isBlank() && !line.startsWith("#"))
				.toList();
		}
	}

	@ParameterizedTest
	@MethodSource("kept")
	void pairsThatDifferedOnceDoNotDiffer(String text) {
		assertThat(comparison.difference(Pair.parse(text))).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "STREAM_SOURCE,0,0,0 STREAM_JOIN,0,0,", "STREAM_SOURCE,0,0,0 STREAM_LEFT_JOIN,0,0,",
			"STREAM_SOURCE,0,0,0 STREAM_OUTER_JOIN,0,0,", "STREAM_SOURCE,0,0,0 SELECT_KEY,0,0,0 STREAM_JOIN,1,1," })
	void joinsOfAStreamWithItselfDoNotDiffer(String plan) {
		String inputs = " | uncached | in0,a,a1,5 in0,a,a2,9 in0,a,b1,9 in0,a,b2,7 in0,b,a1,30 in0,a,null,31 in0,a,c1,32"
				+ " in0,a,c2,6 in0,b,b1,32 in0,b,b1,20 in0,null,c1,33 in0,a,b1,500 in0,a,a1,3 in0,b,c1,495 in0,b,c2,505";
		for (int variant = 0; variant < 4; variant++) {
			Pair pair = Pair.parse(plan + variant + inputs);
			assertThat(optimized.difference(pair)).as("variant %s", variant).isNull();
			assertThat(new PlannedRun(StreamsConfig.OPTIMIZE).run(pair).outputs().values()).singleElement()
				.satisfies((output) -> assertThat(output).hasSizeGreaterThan(15));
		}
	}

}
