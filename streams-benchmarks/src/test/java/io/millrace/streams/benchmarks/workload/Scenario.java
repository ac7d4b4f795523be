package io.millrace.streams.benchmarks.workload;

import java.util.Locale;

/**
 * A workload with all that may vary in it. What is compared, is compared within one
 * scenario.
 *
 * @param workload the workload
 * @param exactlyOnce the guarantee: exactly once, or at least once
 * @param threads the number of processing threads
 * @param partitions the number of partitions of each topic
 * @param keys the number of different keys
 * @param chain the number of operators, for {@link Operation#CHAIN}
 */
public record Scenario(Workload workload, boolean exactlyOnce, int threads, int partitions, int keys, int chain) {

	public String guarantee() {
		return this.exactlyOnce ? "exactly-once" : "at-least-once";
	}

	/**
	 * A name that no other scenario has, fit for topics and files.
	 */
	public String id() {
		return String.format(Locale.ROOT, "%s-%s-%dt-%dp-%dk%s", this.workload.id(), this.exactlyOnce ? "eos" : "alo",
				this.threads, this.partitions, this.keys,
				(this.workload.operation() == Operation.CHAIN) ? "-" + this.chain + "o" : "");
	}

}
