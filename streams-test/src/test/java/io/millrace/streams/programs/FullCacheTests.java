package io.millrace.streams.programs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A join of two tables holds the last rows of both at the end, whatever their caches have
 * room for. That of Kafka Streams doesn't: see
 * {@link #kafkaStreamsJoinsWithARowThatWasOverwritten}.
 */
class FullCacheTests {

	/** What Kafka Streams goes wrong with; the last row of b is 2 on either side. */
	private static final List<String> BATCHES = List.of("Ra1 Lb1", "Lc1 Rc1 La1 Rd1 Lb2 Rb1 Le1 Rb2");

	/** Room for four rows in Kafka Streams' caches. */
	private static final long FEW_BYTES = 376;

	@TempDir
	static Path classes;

	@ParameterizedTest
	@ValueSource(longs = { 0, FEW_BYTES, 10_000_000 })
	void theLastRowsAreJoined(long cache) {
		assertThat(FullCacheProgram.rows(BATCHES, cache)).isEqualTo(last(BATCHES));
	}

	@Test
	void theLastRowsOfRandomOnesAreJoined() {
		for (int seed = 0; seed < 200; seed++) {
			Random random = new Random(seed);
			List<String> batches = batches(random);
			assertThat(FullCacheProgram.rows(batches, random.nextInt(2000))).as("seed %d, %s", seed, batches)
				.isEqualTo(last(batches));
		}
	}

	/**
	 * All caches of a thread share their room. One that is flushed holds its rows to be
	 * written before it has written them. For each, the join reads the other table, which
	 * may have that one's cache flushed for room; its rows have the join read the first
	 * table again, and the first cache drops, for room, rows that it hasn't written yet.
	 * What is read then is the row before, which the cache keeps as if it were the last,
	 * for the join and for queries.
	 */
	@Test
	@SuppressWarnings("unchecked")
	void kafkaStreamsJoinsWithARowThatWasOverwritten() throws Exception {
		Class<?> twin = KafkaStreamsTwin.of(classes, FullCacheProgram.class);
		Map<String, String> wrong = last(BATCHES);
		assertThat(wrong).containsEntry("b", "L2 R2");
		assertThat((Map<String, String>) twin.getMethod("rows", List.class, long.class).invoke(null, BATCHES, 0))
			.isEqualTo(wrong);
		wrong.put("b", "L1 R2");
		wrong.put("Lb", "L1");
		assertThat(
				(Map<String, String>) twin.getMethod("rows", List.class, long.class).invoke(null, BATCHES, FEW_BYTES))
			.isEqualTo(wrong);
	}

	private static List<String> batches(Random random) {
		List<String> batches = new ArrayList<>();
		for (int batch = 0; batch < 3; batch++) {
			List<String> rows = new ArrayList<>();
			for (int row = random.nextInt(40); row >= 0; row--) {
				rows.add((random.nextBoolean() ? "L" : "R") + (char) ('a' + random.nextInt(6)) + batch + row);
			}
			batches.add(String.join(" ", rows));
		}
		return batches;
	}

	/**
	 * What is there at the end, as the program says it.
	 */
	private static Map<String, String> last(List<String> batches) {
		Map<String, String> last = new TreeMap<>();
		for (String batch : batches) {
			for (String row : batch.split(" ")) {
				String key = row.substring(1, 2);
				last.put(row.substring(0, 2), row.charAt(0) + row.substring(2));
				if (last.containsKey("L" + key) && last.containsKey("R" + key)) {
					last.put(key, last.get("L" + key) + " " + last.get("R" + key));
				}
			}
		}
		return last;
	}

}
