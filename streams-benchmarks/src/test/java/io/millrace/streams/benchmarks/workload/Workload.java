package io.millrace.streams.benchmarks.workload;

import java.util.Locale;

/**
 * A named combination of what comes in, what is computed and where the state is.
 */
public enum Workload {

	PASS_THROUGH(InputShape.UNIFORM, Operation.PASS_THROUGH, StateKind.NONE),

	MAP_FILTER(InputShape.UNIFORM, Operation.MAP_FILTER, StateKind.NONE),

	COUNT_MEMORY(InputShape.UNIFORM, Operation.COUNT, StateKind.MEMORY),

	COUNT_MEMORY_ZIPF(InputShape.ZIPF, Operation.COUNT, StateKind.MEMORY),

	COUNT_DISK(InputShape.UNIFORM, Operation.COUNT, StateKind.DISK),

	COUNT_DISK_ZIPF(InputShape.ZIPF, Operation.COUNT, StateKind.DISK),

	TUMBLING_MEMORY(InputShape.LATE, Operation.TUMBLING_COUNT, StateKind.MEMORY),

	TUMBLING_DISK(InputShape.LATE, Operation.TUMBLING_COUNT, StateKind.DISK),

	REPARTITION_COUNT(InputShape.UNIFORM, Operation.REPARTITION_COUNT, StateKind.MEMORY),

	HOPPING(InputShape.UNIFORM, Operation.HOPPING_COUNT, StateKind.DISK),

	SLIDING(InputShape.UNIFORM, Operation.SLIDING_COUNT, StateKind.DISK),

	SESSION(InputShape.UNIFORM, Operation.SESSION_COUNT, StateKind.DISK),

	STREAM_TABLE_JOIN(InputShape.UNIFORM, Operation.STREAM_TABLE_JOIN, StateKind.MEMORY),

	STREAM_STREAM_JOIN(InputShape.UNIFORM, Operation.STREAM_STREAM_JOIN, StateKind.DISK),

	TABLE_TABLE_JOIN(InputShape.UNIFORM, Operation.TABLE_TABLE_JOIN, StateKind.MEMORY),

	FOREIGN_KEY_JOIN(InputShape.UNIFORM, Operation.FOREIGN_KEY_JOIN, StateKind.DISK),

	/** Has a part of the benchmark of its own. */
	RESTORE(InputShape.UNIFORM, Operation.RESTORE, StateKind.DISK),

	/** How the cost grows with the number of operators; no part of the comparison. */
	CHAIN(InputShape.UNIFORM, Operation.CHAIN, StateKind.NONE);

	private final InputShape shape;

	private final Operation operation;

	private final StateKind state;

	Workload(InputShape shape, Operation operation, StateKind state) {
		this.shape = shape;
		this.operation = operation;
		this.state = state;
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
	 * The name in settings, topics and reports.
	 */
	public String id() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	public static Workload of(String id) {
		return valueOf(id.trim().toUpperCase(Locale.ROOT).replace('-', '_'));
	}

}
