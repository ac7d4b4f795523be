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
import io.millrace.streams.programs.KafkaStreamsTwin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

	@BeforeAll
	static void compileTwins() throws Exception {
		Class<?> twin = KafkaStreamsTwin.of(classes, PlannedRun.class, PlannedTopology.class, PlannedWindows.class);
		comparison = new Comparison(new PlannedRun(), (PlanRun) twin.getConstructor().newInstance());
	}

	@Test
	void randomPairsDoNotDiffer() {
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

}
