package io.millrace.streams.benchmarks.workload;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ExpectedRowsTests {

	@Test
	void theLastRecordsOfBothSidesAreJoined() {
		// Ten records of ten keys: each is on one side, so none has a partner.
		assertThat(rows(Workload.TABLE_TABLE_JOIN, 10, 10)).isEmpty();
		// Of one key, the records 14 and 19 are the last that begin with 4 and with 9.
		assertThat(rows(Workload.TABLE_TABLE_JOIN, 1, 20)).isEqualTo(Map.of("key-00000000", 33L));
	}

	@Test
	void aForeignKeyFindsTheLastRecordOfTheOtherSide() {
		// The records 0 to 4 of the first side refer to the keys 0, 9, 8, 7 and 6.
		assertThat(rows(Workload.FOREIGN_KEY_JOIN, 10, 10))
			.isEqualTo(Map.of("key-00000001", 10L, "key-00000002", 10L, "key-00000003", 10L, "key-00000004", 10L));
	}

	@Test
	void countsWhatIsMissingWhatDiffersAndWhatIsTooMuch() {
		ExpectedRows expected = new ExpectedRows(Map.of("a", 1L, "b", 2L, "c", 3L));
		assertThat(expected.wrong(Map.of("a", 1L, "b", 2L, "c", 3L))).isZero();
		Map<String, Long> found = new HashMap<>(Map.of("a", 1L, "b", 3L, "d", 4L));
		assertThat(expected.wrong(found)).isEqualTo(3);
	}

	@Test
	void onlyJoinsOfTablesHaveKnownRows() {
		assertThat(ExpectedRows.areKnown(Workload.COUNT_MEMORY)).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> rows(Workload.COUNT_MEMORY, 1, 1))
			.withMessageContaining("count-memory");
	}

	@Test
	void onlyCachesOfKafkaStreamsMayHaveRowsWrong() {
		for (Candidate candidate : Candidate.values()) {
			boolean known = candidate == Candidate.KAFKA_STREAMS || candidate == Candidate.KAFKA_STREAMS_BEST;
			assertThat(candidate.toleratedShare(Workload.TABLE_TABLE_JOIN) > 0).isEqualTo(known);
			assertThat(candidate.toleratedShare(Workload.FOREIGN_KEY_JOIN)).isZero();
		}
	}

	private static Map<String, Long> rows(Workload workload, int keys, long records) {
		return ExpectedRows.of(workload, new Input(workload.shape(), keys, records, 1)).rows();
	}

}
