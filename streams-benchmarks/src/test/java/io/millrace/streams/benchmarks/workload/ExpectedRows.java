package io.millrace.streams.benchmarks.workload;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The rows that a join of two tables comes to, worked out from its input alone, so that
 * no candidate is held to be right because it ran first. Asked after each run of such a
 * workload.
 *
 * @param rows the rows by key
 */
public record ExpectedRows(Map<String, Long> rows) {

	/**
	 * Whether the rows that a workload comes to can be worked out.
	 */
	public static boolean areKnown(Workload workload) {
		return workload.operation() == Operation.TABLE_TABLE_JOIN || workload.operation() == Operation.FOREIGN_KEY_JOIN;
	}

	/**
	 * Works out the rows of a workload, which has to be one of those with known rows.
	 */
	public static ExpectedRows of(Workload workload, Input input) {
		Map<String, byte[]> one = new HashMap<>();
		Map<String, byte[]> other = new HashMap<>();
		InputRecords records = new InputRecords(input.shape(), input.keys(), 0, Input.SEED);
		for (long i = 0; i < input.records(); i++) {
			records.next();
			byte[] value = records.value().getBytes(StandardCharsets.UTF_8);
			(Functions.first(value) ? one : other).put(records.key(), value);
		}
		return switch (workload.operation()) {
			case TABLE_TABLE_JOIN -> join(one, other, Map.Entry::getKey);
			case FOREIGN_KEY_JOIN -> join(one, other, (row) -> Functions.reference(row.getValue(), input.keys()));
			default -> throw new IllegalArgumentException("The rows of " + workload.id() + " aren't known");
		};
	}

	private static ExpectedRows join(Map<String, byte[]> one, Map<String, byte[]> other,
			Function<Map.Entry<String, byte[]>, String> match) {
		Map<String, Long> joined = new HashMap<>();
		for (Map.Entry<String, byte[]> row : one.entrySet()) {
			byte[] found = other.get(match.apply(row));
			if (found != null) {
				joined.put(row.getKey(), Functions.number(row.getValue()) + Functions.number(found));
			}
		}
		return new ExpectedRows(joined);
	}

	/**
	 * Counts the rows that are missing, that differ, and that shouldn't be there.
	 */
	public long wrong(Map<String, Long> found) {
		long wrong = found.keySet().stream().filter((key) -> !this.rows.containsKey(key)).count();
		for (Map.Entry<String, Long> row : this.rows.entrySet()) {
			wrong += row.getValue().equals(found.get(row.getKey())) ? 0 : 1;
		}
		return wrong;
	}

}
