package io.millrace.streams.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * What Millrace is to reach: a bound for the median ratio of one of its figures to a
 * rival's, or for the figure itself.
 *
 * @param part the part of the benchmark that shows it
 * @param workload the workload's name
 * @param figure the figure
 * @param rival the rival's title, or empty if the bound is for the figure itself
 * @param bound what to stay below, or to get above if more is better
 */
public record Goal(Part part, String workload, Figure figure, String rival, double bound) {

	/**
	 * How it turned out.
	 */
	enum Outcome {

		REACHED, NOT_REACHED, NOT_MEASURED

	}

	/**
	 * All goals.
	 */
	public static List<Goal> all() {
		List<Goal> goals = new ArrayList<>();
		String handWritten = Candidate.HAND_WRITTEN.title();
		for (Workload workload : List.of(Workload.PASS_THROUGH, Workload.MAP_FILTER)) {
			goals.add(new Goal(Part.THROUGHPUT, workload.id(), Figure.CPU_MICROS_PER_RECORD, handWritten, 1.05));
			add(goals, 0.7, 1.3, workload);
		}
		add(goals, 0.5, 2, Workload.COUNT_MEMORY, Workload.COUNT_DISK);
		add(goals, 0.35, 3, Workload.COUNT_MEMORY_ZIPF, Workload.COUNT_DISK_ZIPF);
		add(goals, 0.5, 2, Workload.TUMBLING_MEMORY, Workload.TUMBLING_DISK, Workload.REPARTITION_COUNT,
				Workload.HOPPING, Workload.SLIDING, Workload.SESSION, Workload.STREAM_TABLE_JOIN,
				Workload.STREAM_STREAM_JOIN, Workload.TABLE_TABLE_JOIN, Workload.FOREIGN_KEY_JOIN);
		String kafkaStreams = Candidate.KAFKA_STREAMS.title();
		goals.add(new Goal(Part.RESTORE, "restore", Figure.CPU_MICROS_PER_RECORD, kafkaStreams, 0.5));
		goals.add(new Goal(Part.RESTORE, "restore", Figure.RECORDS_PER_SECOND, kafkaStreams, 2));
		for (Workload workload : Workload.values()) {
			if (workload != Workload.CHAIN && workload != Workload.RESTORE) {
				goals.add(new Goal(Part.LATENCY, workload.id(), Figure.LATENCY_P99_MILLIS, kafkaStreams, 1));
			}
		}
		// JMH's figures of allocations include a share of what is around the loop.
		goals.add(new Goal(Part.ENGINE, "OperatorChainBenchmark.record, 10 operators", Figure.OWN_BYTES_PER_OPERATION,
				"", 0.5));
		return goals;
	}

	private static void add(List<Goal> goals, double cpu, double throughput, Workload... workloads) {
		String rival = Candidate.KAFKA_STREAMS.title();
		for (Workload workload : workloads) {
			goals.add(new Goal(Part.THROUGHPUT, workload.id(), Figure.CPU_MICROS_PER_RECORD, rival, cpu));
			goals.add(new Goal(Part.THROUGHPUT, workload.id(), Figure.RECORDS_PER_SECOND, rival, throughput));
		}
	}

	/**
	 * What decides, if it is in the report.
	 */
	Optional<Spread> measured(Report report) {
		return report.cases(this.part)
			.stream()
			.filter(Case::hasGoals)
			.filter((one) -> one.workload().equals(this.workload))
			.findFirst()
			.flatMap((one) -> this.rival.isEmpty() ? report.spread(one, Candidate.MILLRACE.title(), this.figure)
					: report.ratio(one, this.figure, Candidate.MILLRACE.title(), this.rival));
	}

	Outcome outcome(Report report) {
		return measured(report).map((found) -> {
			boolean reached = this.figure.moreIsBetter() ? found.median() >= this.bound : found.median() <= this.bound;
			return reached ? Outcome.REACHED : Outcome.NOT_REACHED;
		}).orElse(Outcome.NOT_MEASURED);
	}

	String title() {
		return this.workload + ": " + requirement();
	}

	/**
	 * What is to be reached, whatever the workload.
	 */
	String requirement() {
		return String.format(Locale.ROOT, "%s %s %.2f%s", this.figure.title(), this.figure.moreIsBetter() ? "≥" : "≤",
				this.bound, this.rival.isEmpty() ? "" : " x that of " + this.rival);
	}

}
