package io.millrace.streams.benchmarks.report;

import java.util.List;
import java.util.Locale;

import io.millrace.streams.benchmarks.workload.Candidate;
import io.millrace.streams.benchmarks.workload.Workload;

/**
 * The tables that the page on performance shows beside the overview: each is a choice
 * from a report's results. {@link PublishedPages} puts them there.
 */
final class PageTables {

	private static final String MILLRACE = Candidate.MILLRACE.title();

	private static final String UNCACHED = Candidate.MILLRACE_UNCACHED.title();

	private static final String KAFKA_STREAMS = Candidate.KAFKA_STREAMS.title();

	private static final String KAFKA_STREAMS_UNCACHED = Candidate.KAFKA_STREAMS_UNCACHED.title();

	private static final String KAFKA_STREAMS_BEST = Candidate.KAFKA_STREAMS_BEST.title();

	private static final String HAND_WRITTEN = Candidate.HAND_WRITTEN.title();

	private final Report report;

	private final Cells cells;

	PageTables(Report report) {
		this.report = report;
		this.cells = new Cells(report);
	}

	/**
	 * Both without caches, and Kafka Streams with its best settings.
	 */
	List<String> otherSettings() {
		Table table = new Table(List.of("", "records/s, ratio", "CPU per record, ratio"));
		List<Case> cases = withGoals(Part.THROUGHPUT);
		for (Case of : cases) {
			versus(table, of, of.workload() + ", both without caches: both send every update", UNCACHED,
					KAFKA_STREAMS_UNCACHED);
		}
		for (Case of : cases) {
			versus(table, of, of.workload() + ", Kafka Streams at its best", MILLRACE, KAFKA_STREAMS_BEST);
		}
		return table.lines();
	}

	private void versus(Table table, Case of, String title, String own, String rival) {
		if (isMeasured(of, own) && isMeasured(of, rival)) {
			table.row(List.of(title, this.cells.ratio(of, Figure.RECORDS_PER_SECOND, own, rival),
					this.cells.ratio(of, Figure.CPU_MICROS_PER_RECORD, own, rival)));
		}
	}

	/**
	 * Next to the loop written by hand.
	 */
	List<String> handWritten() {
		Table table = new Table(List.of(MILLRACE + ", of the loop", "records/s", "CPU per record",
				"CPU without just-in-time compilation"));
		withGoals(Part.THROUGHPUT).stream()
			.filter((of) -> isMeasured(of, HAND_WRITTEN))
			.forEach((of) -> table
				.row(List.of(of.workload(), this.cells.ratio(of, Figure.RECORDS_PER_SECOND, MILLRACE, HAND_WRITTEN),
						this.cells.ratio(of, Figure.CPU_MICROS_PER_RECORD, MILLRACE, HAND_WRITTEN),
						this.cells.ratio(of, Figure.CPU_WITHOUT_COMPILER, MILLRACE, HAND_WRITTEN))));
		return table.lines();
	}

	/**
	 * At least once, and with more threads.
	 */
	List<String> varied() {
		Table table = new Table(List.of("", "records/s, of " + KAFKA_STREAMS, "CPU, of " + KAFKA_STREAMS,
				"records/s, of the loop", "CPU, of the loop", "records/s of " + MILLRACE, "CPU, µs/record"));
		this.report.cases(Part.THROUGHPUT)
			.stream()
			.filter((of) -> !of.hasGoals())
			.forEach((of) -> table
				.row(List.of(varied(of), this.cells.ratio(of, Figure.RECORDS_PER_SECOND, MILLRACE, KAFKA_STREAMS),
						this.cells.ratio(of, Figure.CPU_MICROS_PER_RECORD, MILLRACE, KAFKA_STREAMS),
						this.cells.ratio(of, Figure.RECORDS_PER_SECOND, MILLRACE, HAND_WRITTEN),
						this.cells.ratio(of, Figure.CPU_MICROS_PER_RECORD, MILLRACE, HAND_WRITTEN),
						this.cells.median(of, MILLRACE, Figure.RECORDS_PER_SECOND),
						this.cells.median(of, MILLRACE, Figure.CPU_MICROS_PER_RECORD))));
		return table.lines();
	}

	private static String varied(Case of) {
		return of.workload() + (of.exactlyOnce() ? ", exactly once" : ", at least once") + ", " + of.threads()
				+ ((of.threads() == 1) ? " thread" : " threads");
	}

	/**
	 * Latency, a row for each workload and candidate.
	 */
	List<String> latency() {
		Table table = new Table(List.of("", "input, records/s", "p50, ms", "p99, ms", "p99.9, ms", "max, ms",
				"p99 of " + MILLRACE + ", ratio to it", "processors in use, %"));
		for (Case of : this.report.cases(Part.LATENCY)) {
			for (String candidate : this.report.candidates(of)) {
				String ratio = candidate.equals(MILLRACE) ? ""
						: this.cells.ratio(of, Figure.LATENCY_P99_MILLIS, MILLRACE, candidate);
				table.row(List.of(of.workload() + ", " + candidate,
						this.cells.median(of, candidate, Figure.INPUT_PER_SECOND),
						this.cells.spread(of, candidate, Figure.LATENCY_P50_MILLIS),
						this.cells.spread(of, candidate, Figure.LATENCY_P99_MILLIS),
						this.cells.median(of, candidate, Figure.LATENCY_P999_MILLIS),
						this.cells.median(of, candidate, Figure.LATENCY_MAX_MILLIS), ratio,
						this.cells.median(of, candidate, Figure.MACHINE_BUSY_PERCENT)));
			}
		}
		return table.lines();
	}

	/**
	 * How the cost of a record grows. What passes everything through shows how long it
	 * takes to start, which is no cost of a record.
	 */
	List<String> growth() {
		Table table = new Table(List.of("", "CPU, µs/record, " + MILLRACE, "CPU, µs/record, " + KAFKA_STREAMS,
				"CPU, ratio", "records/s, " + MILLRACE, "records/s, " + KAFKA_STREAMS, "records/s, ratio"));
		this.report.cases(Part.GROWTH)
			.stream()
			.filter((of) -> !of.workload().equals(Workload.PASS_THROUGH.id()))
			.forEach((of) -> table.row(List.of(grown(of), this.cells.median(of, MILLRACE, Figure.CPU_MICROS_PER_RECORD),
					this.cells.median(of, KAFKA_STREAMS, Figure.CPU_MICROS_PER_RECORD),
					this.cells.ratio(of, Figure.CPU_MICROS_PER_RECORD, MILLRACE, KAFKA_STREAMS),
					this.cells.median(of, MILLRACE, Figure.RECORDS_PER_SECOND),
					this.cells.median(of, KAFKA_STREAMS, Figure.RECORDS_PER_SECOND),
					this.cells.ratio(of, Figure.RECORDS_PER_SECOND, MILLRACE, KAFKA_STREAMS))));
		return table.lines();
	}

	/**
	 * How long it takes to start, by what passes everything through.
	 */
	List<String> start() {
		Table table = new Table(List.of("", MILLRACE, KAFKA_STREAMS, "ratio"));
		this.report.cases(Part.GROWTH)
			.stream()
			.filter((of) -> of.workload().equals(Workload.PASS_THROUGH.id()))
			.forEach((of) -> List.of(Figure.START_SECONDS, Figure.ALL_COMMITTED_SECONDS)
				.forEach((figure) -> table.row(List.of(of.partitions() + " partitions, " + figure.title(),
						this.cells.spread(of, MILLRACE, figure), this.cells.spread(of, KAFKA_STREAMS, figure),
						this.cells.ratio(of, figure, MILLRACE, KAFKA_STREAMS)))));
		return table.lines();
	}

	private static String grown(Case of) {
		String keys = String.format(Locale.ROOT, "%,d keys", of.keys());
		String partitions = of.partitions() + ((of.partitions() == 1) ? " partition" : " partitions");
		return (of.chain() > 0) ? of.workload() + ", " + of.chain() + ((of.chain() == 1) ? " operator" : " operators")
				: of.workload() + ", " + keys + ", " + partitions;
	}

	private List<Case> withGoals(Part part) {
		return this.report.cases(part).stream().filter(Case::hasGoals).toList();
	}

	private boolean isMeasured(Case of, String candidate) {
		return this.report.candidates(of).contains(candidate);
	}

}
