package io.millrace.streams.benchmarks.report;

import java.util.List;
import java.util.Locale;

import io.millrace.streams.benchmarks.workload.Candidate;

/**
 * How fast Millrace is next to Kafka Streams, both with their defaults: a row a workload,
 * with the goals. Part of {@link Markdown}, and the table that the documentation shows.
 */
final class Overview {

	private static final String MILLRACE = Candidate.MILLRACE.title();

	private static final String KAFKA_STREAMS = Candidate.KAFKA_STREAMS.title();

	private final Report report;

	private final Cells cells;

	private final Part part;

	private Overview(Report report, Part part) {
		this.report = report;
		this.cells = new Cells(report);
		this.part = part;
	}

	/**
	 * The table of the workloads that have goals for how fast they are.
	 */
	static List<String> of(Report report) {
		Table table = new Table(List.of("", "records/s, ratio", "goal", "CPU, ratio", "goal",
				"records/s of " + MILLRACE, "CPU, µs/record", "results per record, and of " + KAFKA_STREAMS));
		for (Part part : List.of(Part.THROUGHPUT, Part.RESTORE)) {
			Overview overview = new Overview(report, part);
			report.cases(part).stream().filter(Case::hasGoals).map(overview::row).forEach(table::row);
		}
		return table.lines();
	}

	private List<String> row(Case of) {
		return List.of(of.workload(), ratio(of, Figure.RECORDS_PER_SECOND), goal(of, Figure.RECORDS_PER_SECOND),
				ratio(of, Figure.CPU_MICROS_PER_RECORD), goal(of, Figure.CPU_MICROS_PER_RECORD),
				this.cells.median(of, MILLRACE, Figure.RECORDS_PER_SECOND),
				this.cells.median(of, MILLRACE, Figure.CPU_MICROS_PER_RECORD), outputs(of));
	}

	private String ratio(Case of, Figure figure) {
		return this.cells.ratio(of, figure, MILLRACE, KAFKA_STREAMS);
	}

	private String goal(Case of, Figure figure) {
		return Goal.all()
			.stream()
			.filter((goal) -> goal.part() == this.part && goal.workload().equals(of.workload())
					&& goal.figure() == figure && goal.rival().equals(KAFKA_STREAMS))
			.findFirst()
			.map((goal) -> String.format(Locale.ROOT, "%s %.2f%s", figure.moreIsBetter() ? "≥" : "≤", goal.bound(),
					(goal.outcome(this.report) == Goal.Outcome.NOT_REACHED) ? ", **not reached**" : ""))
			.orElse("");
	}

	private String outputs(Case of) {
		String own = this.cells.median(of, MILLRACE, Figure.OUTPUT_PER_RECORD);
		String other = this.cells.median(of, KAFKA_STREAMS, Figure.OUTPUT_PER_RECORD);
		return (own.isEmpty() || other.isEmpty()) ? "" : own + ", " + other;
	}

}
