package io.millrace.streams.benchmarks.workload;

/**
 * Where a workload keeps its state.
 */
public enum StateKind {

	NONE, MEMORY, DISK

}
