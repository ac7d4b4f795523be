package io.millrace.streams.programs;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stores answer queries as those of Kafka Streams do, with the same position, and refuse
 * the same ones.
 */
class QueryTests {

	private static final int RUNS = 10;

	@TempDir
	static Path classes;

	private static Class<?> twin;

	@BeforeAll
	static void compileTwin() throws Exception {
		twin = KafkaStreamsTwin.of(classes, QueryProgram.class);
	}

	@Test
	void storesAnswerAsThoseOfKafkaStreamsDo() throws Exception {
		Method answers = twin.getMethod("answers", long.class);
		for (long seed = 0; seed < RUNS; seed++) {
			List<String> actual = QueryProgram.answers(seed);
			assertThat(actual).as("seed %d", seed).isEqualTo(answers.invoke(null, seed));
			assertThat(actual).anyMatch((answer) -> answer.startsWith("versions MultiVersionedKeyQuery ["))
				.anyMatch((answer) -> answer.startsWith("sessions WindowRangeQuery ["))
				.anyMatch((answer) -> answer.startsWith("timestamped TimestampedRangeQuery ["))
				.anyMatch((answer) -> answer.startsWith("window-counts WindowKeyQuery ["))
				.anyMatch((answer) -> answer.endsWith("unknown or not up to bound"));
		}
	}

	@Test
	void requestsAndResultsDoAsThoseOfKafkaStreamsDo() throws Exception {
		assertThat(QueryProgram.values()).isEqualTo(twin.getMethod("values").invoke(null));
	}

}
