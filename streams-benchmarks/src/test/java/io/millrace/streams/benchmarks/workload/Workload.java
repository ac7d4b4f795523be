package io.millrace.streams.benchmarks.workload;

import java.util.Locale;

/**
 * A named combination of what comes in, what is computed and where the state is.
 */
public enum Workload {

	PASS_THROUGH(InputShape.UNIFORM, Operation.PASS_THROUGH, StateKind.NONE, 3),

	MAP_FILTER(InputShape.UNIFORM, Operation.MAP_FILTER, StateKind.NONE, 3),

	COUNT_MEMORY(InputShape.UNIFORM, Operation.COUNT, StateKind.MEMORY, 1.5),

	COUNT_MEMORY_ZIPF(InputShape.ZIPF, Operation.COUNT, StateKind.MEMORY, 2),

	COUNT_DISK(InputShape.UNIFORM, Operation.COUNT, StateKind.DISK, 1),

	COUNT_DISK_ZIPF(InputShape.ZIPF, Operation.COUNT, StateKind.DISK, 2),

	TUMBLING_MEMORY(InputShape.LATE, Operation.TUMBLING_COUNT, StateKind.MEMORY, 1),

	TUMBLING_DISK(InputShape.LATE, Operation.TUMBLING_COUNT, StateKind.DISK, 1),

	REPARTITION_COUNT(InputShape.UNIFORM, Operation.REPARTITION_COUNT, StateKind.MEMORY, 1),

	HOPPING(InputShape.UNIFORM, Operation.HOPPING_COUNT, StateKind.DISK, 0.25),

	SLIDING(InputShape.UNIFORM, Operation.SLIDING_COUNT, StateKind.DISK, 0.5),

	SESSION(InputShape.UNIFORM, Operation.SESSION_COUNT, StateKind.DISK, 0.5),

	STREAM_TABLE_JOIN(InputShape.UNIFORM, Operation.STREAM_TABLE_JOIN, StateKind.MEMORY, 1),

	STREAM_STREAM_JOIN(InputShape.UNIFORM, Operation.STREAM_STREAM_JOIN, StateKind.DISK, 0.75),

	TABLE_TABLE_JOIN(InputShape.UNIFORM, Operation.TABLE_TABLE_JOIN, StateKind.MEMORY, 1),

	FOREIGN_KEY_JOIN(InputShape.UNIFORM, Operation.FOREIGN_KEY_JOIN, StateKind.DISK, 0.25),

	/** Has a part of the benchmark of its own. */
	RESTORE(InputShape.UNIFORM, Operation.RESTORE, StateKind.DISK, 1),

	/** How the cost grows with the number of operators; no part of the comparison. */
	CHAIN(InputShape.UNIFORM, Operation.CHAIN, StateKind.NONE, 1);

	private final InputShape shape;

	private final Operation operation;

	private final StateKind state;

	private final double pace;

	Workload(InputShape shape, Operation operation, StateKind state, double pace) {
		this.shape = shape;
		this.operation = operation;
		this.state = state;
		this.pace = pace;
	}

	public InputShape shape() {
		return this.shape;
	}

	public Operation operation() {
		return this.operation;
	}

	public StateKind state() {
		return this.state;
	}

	/**
	 * How many records it takes for a run to be about as long as with others: many where
	 * a record takes little. Just-in-time compilation ends after a time, not after so
	 * many records.
	 * @param usual how many it takes of a usual workload
	 */
	public long records(long usual) {
		return (long) (usual * this.pace);
	}

	/**
	 * The name in settings, topics and reports.
	 */
	public String id() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	public static Workload of(String id) {
		return valueOf(id.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
	}

}
