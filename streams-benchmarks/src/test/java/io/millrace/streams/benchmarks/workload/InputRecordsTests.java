package io.millrace.streams.benchmarks.workload;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class InputRecordsTests {

	private static final long START = 1_790_000_000_000L;

	@Test
	void zipfIsInProportionToTheRank() {
		Zipf zipf = new Zipf(1000);
		SplittableRandom random = new SplittableRandom(7);
		int[] drawn = new int[1000];
		for (int i = 0; i < 1_000_000; i++) {
			drawn[zipf.next(random)]++;
		}
		// The sum of 1/n up to 1000 is 7.485.
		assertThat(drawn[0] / 1e6).isCloseTo(1 / 7.485, within(0.002));
		assertThat(drawn[1] / (double) drawn[0]).isCloseTo(0.5, within(0.02));
		assertThat(drawn[9] / (double) drawn[0]).isCloseTo(0.1, within(0.01));
	}

	@Test
	void uniformHasEveryKeyInItsFirstRecords() {
		InputRecords input = new InputRecords(InputShape.UNIFORM, 1000, START, 1);
		Set<String> keys = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			input.next();
			keys.add(input.key());
		}
		assertThat(keys).hasSize(1000);
	}

	@Test
	void valuesReferToKeysAllOverTheInput() {
		InputRecords input = new InputRecords(InputShape.UNIFORM, 1000, START, 1);
		Set<String> keys = new HashSet<>();
		Set<String> references = new HashSet<>();
		for (int i = 0; i < 1000; i++) {
			input.next();
			keys.add(input.key());
			references.add(Functions.reference(input.value().getBytes(StandardCharsets.UTF_8), 1000));
		}
		assertThat(references).isEqualTo(keys);
	}

	@Test
	void theSameSeedMakesTheSameRecords() {
		InputRecords one = new InputRecords(InputShape.ZIPF, 1000, START, 1);
		InputRecords other = new InputRecords(InputShape.ZIPF, 1000, START, 1);
		InputRecords third = new InputRecords(InputShape.ZIPF, 1000, START, 2);
		int different = 0;
		for (int i = 0; i < 1000; i++) {
			one.next();
			other.next();
			third.next();
			assertThat(one.key()).isEqualTo(other.key());
			assertThat(one.value()).isEqualTo(other.value()).hasSize(InputRecords.VALUE_LENGTH);
			different += one.key().equals(third.key()) ? 0 : 1;
		}
		assertThat(different).isPositive();
	}

	@Test
	void knowsHowManyRecordsAWindowDropsAsTooLate() {
		InputRecords input = new InputRecords(InputShape.LATE, 10, START, 1);
		long streamTime = 0;
		long dropped = 0;
		Map<Boolean, Long> late = new HashMap<>();
		int records = 1_000_000;
		for (int i = 0; i < records; i++) {
			input.next();
			streamTime = Math.max(streamTime, input.timestamp());
			long windowEnd = input.timestamp() - input.timestamp() % Functions.WINDOW.toMillis()
					+ Functions.WINDOW.toMillis();
			if (windowEnd + Functions.GRACE.toMillis() <= streamTime) {
				dropped++;
			}
			late.merge(input.timestamp() < streamTime, 1L, Long::sum);
		}
		assertThat(input.tooLate()).isEqualTo(dropped).isCloseTo(records / 40, within(300L));
		assertThat(late.get(true)).isCloseTo(records / 20, within(600L));
	}

	@Test
	void aTenthIsFilteredOut() {
		InputRecords input = new InputRecords(InputShape.UNIFORM, 10, START, 1);
		long kept = 0;
		for (int i = 0; i < 1005; i++) {
			input.next();
			kept += Functions.keep(input.value()) ? 1 : 0;
			assertThat(Functions.map(input.value())).hasSameSizeAs(input.value());
		}
		assertThat(new Input(InputShape.UNIFORM, 10, 1005, 1).expected(Workload.MAP_FILTER, 0)).hasValue(kept);
	}

}
