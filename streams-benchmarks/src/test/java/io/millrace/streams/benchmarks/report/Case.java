package io.millrace.streams.benchmarks.report;

import java.util.Locale;

import io.millrace.streams.benchmarks.workload.Operation;
import io.millrace.streams.benchmarks.workload.Scenario;

/**
 * What one table of the report is about; all candidates of it did the same.
 *
 * @param part the part of the benchmark
 * @param workload the name of the workload or of the engine's benchmark
 * @param exactlyOnce the guarantee
 * @param threads the number of processing threads
 * @param partitions the number of partitions
 * @param keys the number of keys
 * @param chain the number of operators, or 0 if that is no matter
 */
public record Case(Part part, String workload, boolean exactlyOnce, int threads, int partitions, int keys, int chain) {

	public static Case of(Part part, Scenario scenario) {
		return new Case(part, scenario.workload().id(), scenario.exactlyOnce(), scenario.threads(),
				scenario.partitions(), scenario.keys(),
				(scenario.workload().operation() == Operation.CHAIN) ? scenario.chain() : 0);
	}

	/**
	 * Whether goals are set for it: they are for exactly once and one thread, and for the
	 * engine alone.
	 */
	boolean hasGoals() {
		return this.part == Part.ENGINE || this.exactlyOnce && this.threads == 1;
	}

	String title() {
		if (this.part == Part.ENGINE) {
			return this.workload;
		}
		return String.format(Locale.ROOT, "%s, %s, %d %s, %d partitions, %d keys%s", this.workload,
				this.exactlyOnce ? "exactly once" : "at least once", this.threads,
				(this.threads == 1) ? "thread" : "threads", this.partitions, this.keys,
				(this.chain > 0) ? ", " + this.chain + " operators" : "");
	}

}
